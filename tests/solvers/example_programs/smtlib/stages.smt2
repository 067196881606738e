(declare-const x Int)
(declare-const y Int)
; clue 1
(assert (and (<= 0 x 6) (<= 0 y 6)))
; clue 2
(assert (<= (+ x y) 9))
; maximize (+ x y)
; minimize x
; answer
; {"x": "x", "y": "y"}
