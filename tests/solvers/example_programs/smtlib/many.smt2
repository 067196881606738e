(declare-const p Int)
(declare-const q Int)
(declare-const r Int)
(assert (and (<= 0 p 4) (<= 0 q 4) (<= 0 r 4)))
; clue 1
(assert (distinct p q r))
; clue 2
(assert (= 6 (+ p q r)))
; answer
; {"digits": ["p", "q", "r"], "rising": "(< p q r)",
;  "even": [{"$where": "(= 0 (mod p 2))", "$item": "p"}, {"$where": "(= 0 (mod q 2))", "$item": "q"},
;           {"$where": "(= 0 (mod r 2))", "$item": "r"}],
;  "first": {"$label": "p", "$of": {"0": "low", "1": "low", "2": "mid", "3": "high", "4": "high"}}}
