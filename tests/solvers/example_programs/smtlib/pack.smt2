(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(declare-const d Bool)
(define-fun load () Int (+ (ite a 4 0) (ite b 3 0) (ite c 2 0) (ite d 1 0)))
(define-fun worth () Int (+ (ite a 9 0) (ite b 6 0) (ite c 5 0) (ite d 1 0)))
; clue 1
(assert (<= load 6))
; maximize worth
; answer
; [{"$where": "a", "$item": {"$value": "axe"}}, {"$where": "b", "$item": {"$value": "bag"}},
;  {"$where": "c", "$item": {"$value": "can"}}, {"$where": "d", "$item": {"$value": "die"}}]
