(declare-const a Int)
(declare-const b Int)
(declare-const hidden Int)
; clue 1
(assert (= a 3))
; clue 2
(assert (and (< 0 b 5) (= (mod b 2) 0)))
; clue 3
(assert (< 0 hidden 9))
; answer
; {"a": "a", "b": "b"}
