(declare-const x Int)
; clue 1
(assert (> x 1))
  (set-option :regular-output-channel "out")
; answer
; {"x": "x"}
