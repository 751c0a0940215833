;; Products with matrices of 4-bit weights, in whole numbers: what src/core/ear/four-bits.ts runs, which holds these bytes.
;; `node tools/ear/product.mjs` puts them there (wabt).
(module
  (memory (export "memory") 1)

  ;; x: groups of 64 doubles, as whole numbers up to 127 (even ones of sixteen before odd ones), with the size and the sum of each group
  (func (export "round") (param $x i32) (param $a i32) (param $sizes i32) (param $sums i32) (param $groups i32)
    (local $k i32) (local $q i32) (local $sum i32) (local $most f64) (local $by f64)
    (block $done
      (loop $group
        (br_if $done (i32.eqz (local.get $groups)))
        (local.set $most (f64.const 0))
        (local.set $k (i32.const 0))
        (loop $look
          (local.set $most
            (f64.max (local.get $most)
              (f64.abs (f64.load (i32.add (local.get $x) (i32.shl (local.get $k) (i32.const 3)))))))
          (local.set $k (i32.add (local.get $k) (i32.const 1)))
          (br_if $look (i32.lt_u (local.get $k) (i32.const 64))))
        (local.set $sum (i32.const 0))
        (local.set $k (i32.const 0))
        (if (f64.eq (local.get $most) (f64.const 0))
          (then
            (f64.store (local.get $sizes) (f64.const 0))
            (memory.fill (local.get $a) (i32.const 0) (i32.const 128)))
          (else
            (f64.store (local.get $sizes) (f64.div (local.get $most) (f64.const 127)))
            (local.set $by (f64.div (f64.const 127) (local.get $most)))
            (loop $each
              (local.set $q
                (i32.trunc_f64_s
                  (f64.nearest
                    (f64.mul
                      (f64.load (i32.add (local.get $x) (i32.shl (local.get $k) (i32.const 3))))
                      (local.get $by)))))
              (local.set $sum (i32.add (local.get $sum) (local.get $q)))
              (i32.store16
                (i32.add (local.get $a)
                  (i32.shl
                    (i32.or
                      (i32.and (local.get $k) (i32.const 48))
                      (i32.or
                        (i32.shl (i32.and (local.get $k) (i32.const 1)) (i32.const 3))
                        (i32.and (i32.shr_u (local.get $k) (i32.const 1)) (i32.const 7))))
                    (i32.const 1)))
                (local.get $q))
              (local.set $k (i32.add (local.get $k) (i32.const 1)))
              (br_if $each (i32.lt_u (local.get $k) (i32.const 64))))))
        (i32.store (local.get $sums) (local.get $sum))
        (local.set $x (i32.add (local.get $x) (i32.const 512)))
        (local.set $a (i32.add (local.get $a) (i32.const 128)))
        (local.set $sizes (i32.add (local.get $sizes) (i32.const 8)))
        (local.set $sums (i32.add (local.get $sums) (i32.const 4)))
        (local.set $groups (i32.sub (local.get $groups) (i32.const 1)))
        (br $group))))

  ;; out: n rows of $rows doubles. Weights lie row by row, two to a byte, 8 more than they are.
  (func (export "product")
    (param $w i32) (param $scales i32) (param $bias i32) (param $a i32) (param $sizes i32) (param $sums i32)
    (param $out i32) (param $rows i32) (param $groups i32) (param $n i32)
    (local $r i32) (local $g i32) (local $j i32) (local $pa i32) (local $pz i32) (local $ps i32) (local $po i32)
    (local $scale f64) (local $b v128) (local $s v128) (local $low v128)
    (local $w0 v128) (local $w1 v128) (local $w2 v128) (local $w3 v128)
    (local $w4 v128) (local $w5 v128) (local $w6 v128) (local $w7 v128)
    (local.set $low (i16x8.splat (i32.const 15)))
    (memory.fill (local.get $out) (i32.const 0)
      (i32.shl (i32.mul (local.get $rows) (local.get $n)) (i32.const 3)))
    (loop $row
      (local.set $g (i32.const 0))
      (loop $group
        (local.set $b (v128.load8x8_u (local.get $w)))
        (local.set $w0 (v128.and (local.get $b) (local.get $low)))
        (local.set $w1 (i16x8.shr_u (local.get $b) (i32.const 4)))
        (local.set $b (v128.load8x8_u offset=8 (local.get $w)))
        (local.set $w2 (v128.and (local.get $b) (local.get $low)))
        (local.set $w3 (i16x8.shr_u (local.get $b) (i32.const 4)))
        (local.set $b (v128.load8x8_u offset=16 (local.get $w)))
        (local.set $w4 (v128.and (local.get $b) (local.get $low)))
        (local.set $w5 (i16x8.shr_u (local.get $b) (i32.const 4)))
        (local.set $b (v128.load8x8_u offset=24 (local.get $w)))
        (local.set $w6 (v128.and (local.get $b) (local.get $low)))
        (local.set $w7 (i16x8.shr_u (local.get $b) (i32.const 4)))
        (local.set $w (i32.add (local.get $w) (i32.const 32)))
        (local.set $scale (f64.load (local.get $scales)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 8)))
        (local.set $pa (i32.add (local.get $a) (i32.shl (local.get $g) (i32.const 7))))
        (local.set $pz (i32.add (local.get $sizes) (i32.shl (local.get $g) (i32.const 3))))
        (local.set $ps (i32.add (local.get $sums) (i32.shl (local.get $g) (i32.const 2))))
        (local.set $po (i32.add (local.get $out) (i32.shl (local.get $r) (i32.const 3))))
        (local.set $j (local.get $n))
        (loop $piece
          (local.set $s
            (i32x4.add
              (i32x4.add
                (i32x4.add
                  (i32x4.dot_i16x8_s (local.get $w0) (v128.load (local.get $pa)))
                  (i32x4.dot_i16x8_s (local.get $w1) (v128.load offset=16 (local.get $pa))))
                (i32x4.add
                  (i32x4.dot_i16x8_s (local.get $w2) (v128.load offset=32 (local.get $pa)))
                  (i32x4.dot_i16x8_s (local.get $w3) (v128.load offset=48 (local.get $pa)))))
              (i32x4.add
                (i32x4.add
                  (i32x4.dot_i16x8_s (local.get $w4) (v128.load offset=64 (local.get $pa)))
                  (i32x4.dot_i16x8_s (local.get $w5) (v128.load offset=80 (local.get $pa))))
                (i32x4.add
                  (i32x4.dot_i16x8_s (local.get $w6) (v128.load offset=96 (local.get $pa)))
                  (i32x4.dot_i16x8_s (local.get $w7) (v128.load offset=112 (local.get $pa)))))))
          (local.set $s
            (i32x4.add (local.get $s)
              (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $s) (local.get $s))))
          (f64.store (local.get $po)
            (f64.add (f64.load (local.get $po))
              (f64.mul
                (f64.mul
                  (f64.convert_i32_s
                    (i32.sub
                      (i32.add (i32x4.extract_lane 0 (local.get $s)) (i32x4.extract_lane 1 (local.get $s)))
                      (i32.shl (i32.load (local.get $ps)) (i32.const 3))))
                  (f64.load (local.get $pz)))
                (local.get $scale))))
          (local.set $pa (i32.add (local.get $pa) (i32.shl (local.get $groups) (i32.const 7))))
          (local.set $pz (i32.add (local.get $pz) (i32.shl (local.get $groups) (i32.const 3))))
          (local.set $ps (i32.add (local.get $ps) (i32.shl (local.get $groups) (i32.const 2))))
          (local.set $po (i32.add (local.get $po) (i32.shl (local.get $rows) (i32.const 3))))
          (local.set $j (i32.sub (local.get $j) (i32.const 1)))
          (br_if $piece (local.get $j)))
        (local.set $g (i32.add (local.get $g) (i32.const 1)))
        (br_if $group (i32.lt_u (local.get $g) (local.get $groups))))
      (local.set $po (i32.add (local.get $out) (i32.shl (local.get $r) (i32.const 3))))
      (local.set $j (local.get $n))
      (loop $piece
        (f64.store (local.get $po) (f64.add (f64.load (local.get $po)) (f64.load (local.get $bias))))
        (local.set $po (i32.add (local.get $po) (i32.shl (local.get $rows) (i32.const 3))))
        (local.set $j (i32.sub (local.get $j) (i32.const 1)))
        (br_if $piece (local.get $j)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 8)))
      (local.set $r (i32.add (local.get $r) (i32.const 1)))
      (br_if $row (i32.lt_u (local.get $r) (local.get $rows))))))
