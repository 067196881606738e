(declare-const n Int)
(assert (> n 3))
(assert (< n 3))
; clue 1
(assert (= n 2))
; answer
; {"n": "n"}
