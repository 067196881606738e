(declare-const x Int)
; clue 1
(assert (= x 7))
; answer
; {"x": {"$label": "x", "$of": {"1": "one"}}}
