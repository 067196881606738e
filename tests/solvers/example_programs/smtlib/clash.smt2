(declare-const ann Int)
(declare-const bob Int)
(declare-const cid Int)
; clue
(assert (and (<= 1 ann 5) (<= 1 bob 5) (<= 1 cid 5)))
; clue 1
(assert (not (= ann 3)))
; clue 2
(assert (< ann bob))
; clue 3
(assert (not (= bob 1)))
; clue 4
(assert (< bob cid))
; clue 5
(assert (< cid ann))
; clue 6
(assert (not (= cid 3)))
; answer
; {"ann": "ann", "bob": "bob", "cid": "cid"}
