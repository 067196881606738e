; Optimisation, SMT-LIB: four jobs in a workshop with two benches. Try `solvent run examples/schedule.smt2`.
(set-logic QF_LIA)
(declare-const saw Int)
(declare-const glue Int)
(declare-const carve Int)
(declare-const varnish Int)
(declare-const finish Int)
(declare-const carve_on_first Bool)

; Hours count from 0; sawing takes 2, gluing 3, carving 4 and varnishing 1. `finish` is when the last job ends.
; clue
(assert (and (>= saw 0) (>= glue 0) (>= carve 0) (>= varnish 0)))
(assert (and (>= finish (+ saw 2)) (>= finish (+ glue 3)) (>= finish (+ carve 4)) (>= finish (+ varnish 1))))

; Gluing starts after sawing.
; clue 1
(assert (>= glue (+ saw 2)))

; Varnishing comes when both gluing and carving are done.
; clue 2
(assert (>= varnish (+ glue 3)))
(assert (>= varnish (+ carve 4)))

; Sawing and varnishing use the first bench, gluing the second; carving uses either, but no bench holds two jobs at once.
; clue 3
(assert (=> carve_on_first (or (>= carve (+ saw 2)) (>= saw (+ carve 4)))))
(assert (=> (not carve_on_first) (or (>= carve (+ glue 3)) (>= glue (+ carve 4)))))

; The carver does not come in before hour 1.
; clue 4
(assert (>= carve 1))

; minimize finish
; minimize carve
; minimize glue
; answer
; {"start": {"saw": "saw", "glue": "glue", "carve": "carve", "varnish": "varnish"},
;  "bench for carving": {"$label": "(ite carve_on_first 1 2)", "$of": {"1": "first", "2": "second"}},
;  "finish": "finish"}
