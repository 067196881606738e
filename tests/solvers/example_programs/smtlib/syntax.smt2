(declare-const x Int)
; clue 1
(assert (> x (+ y 1)))
; answer
; {"x": "x"}
