(declare-const a (_ BitVec 1024))
(declare-const b (_ BitVec 1024))
; clue 1
(assert (= (bvmul a b) (bvadd (bvudiv a b) (bvurem (bvmul a a) (bvmul b b)))))
; clue 2
(assert (and (bvugt a (_ bv1 1024)) (bvugt b a)))
; answer
; {"a": "a"}
