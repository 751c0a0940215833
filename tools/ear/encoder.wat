;; The encoder's loops: products with matrices of 4-bit weights in whole numbers, attention and the rest in doubles, each sum in one
;; fixed order, so that every machine finds the same bits. src/core/words/ear/machine.ts holds these bytes:
;; `wat2wasm tools/ear/encoder.wat -o encoder.wasm && base64 encoder.wasm` (wabt 1.0.32).
(module
  (memory (export "memory") 1)

  ;; out: each of n rows of 256 doubles at x, its mean 0 and its spread 1, times weight, plus bias
  (func (export "normal") (param $x i32) (param $weight i32) (param $bias i32) (param $out i32) (param $n i32)
    (local $d i32) (local $mean f64) (local $spread f64) (local $by f64) (local $off f64)
    (loop $row
      (local.set $mean (f64.const 0))
      (local.set $d (i32.const 0))
      (loop $each
        (local.set $mean (f64.add (local.get $mean) (f64.load (i32.add (local.get $x) (local.get $d)))))
        (br_if $each (i32.lt_u (local.tee $d (i32.add (local.get $d) (i32.const 8))) (i32.const 2048))))
      (local.set $mean (f64.div (local.get $mean) (f64.const 256)))
      (local.set $spread (f64.const 0))
      (local.set $d (i32.const 0))
      (loop $each
        (local.set $off (f64.sub (f64.load (i32.add (local.get $x) (local.get $d))) (local.get $mean)))
        (local.set $spread (f64.add (local.get $spread) (f64.mul (local.get $off) (local.get $off))))
        (br_if $each (i32.lt_u (local.tee $d (i32.add (local.get $d) (i32.const 8))) (i32.const 2048))))
      (local.set $by
        (f64.div (f64.const 1) (f64.sqrt (f64.add (f64.div (local.get $spread) (f64.const 256)) (f64.const 1e-5)))))
      (local.set $d (i32.const 0))
      (loop $each
        (v128.store (i32.add (local.get $out) (local.get $d))
          (f64x2.add
            (f64x2.mul
              (f64x2.mul
                (f64x2.sub (v128.load (i32.add (local.get $x) (local.get $d))) (f64x2.splat (local.get $mean)))
                (f64x2.splat (local.get $by)))
              (v128.load (i32.add (local.get $weight) (local.get $d))))
            (v128.load (i32.add (local.get $bias) (local.get $d)))))
        (br_if $each (i32.lt_u (local.tee $d (i32.add (local.get $d) (i32.const 16))) (i32.const 2048))))
      (local.set $x (i32.add (local.get $x) (i32.const 2048)))
      (local.set $out (i32.add (local.get $out) (i32.const 2048)))
      (br_if $row (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))

  ;; e to the x, of two numbers: fdlibm's way, without its branches
  (func $exp (param $x v128) (result v128)
    (local $k v128) (local $hi v128) (local $lo v128) (local $t v128) (local $c v128) (local $half v128)
    (local.set $x
      (f64x2.pmin (f64x2.splat (f64.const 710)) (f64x2.pmax (f64x2.splat (f64.const -746)) (local.get $x))))
    (local.set $k
      (i32x4.trunc_sat_f64x2_s_zero
        (f64x2.add
          (f64x2.mul (local.get $x) (f64x2.splat (f64.const 1.44269504088896338700e+00)))
          ;; a half with the sign of x
          (v128.or
            (f64x2.splat (f64.const 0.5))
            (v128.and (local.get $x) (f64x2.splat (f64.const -0)))))))
    (local.set $t (f64x2.convert_low_i32x4_s (local.get $k)))
    (local.set $hi
      (f64x2.sub (local.get $x) (f64x2.mul (local.get $t) (f64x2.splat (f64.const 6.93147180369123816490e-01)))))
    (local.set $lo (f64x2.mul (local.get $t) (f64x2.splat (f64.const 1.90821492927058770002e-10))))
    (local.set $x (f64x2.sub (local.get $hi) (local.get $lo)))
    (local.set $t (f64x2.mul (local.get $x) (local.get $x)))
    (local.set $c (f64x2.add (f64x2.splat (f64.const -1.65339022054652515390e-06))
      (f64x2.mul (local.get $t) (f64x2.splat (f64.const 4.13813679705723846039e-08)))))
    (local.set $c (f64x2.add (f64x2.splat (f64.const 6.61375632143793436117e-05)) (f64x2.mul (local.get $t) (local.get $c))))
    (local.set $c (f64x2.add (f64x2.splat (f64.const -2.77777777770155933842e-03)) (f64x2.mul (local.get $t) (local.get $c))))
    (local.set $c (f64x2.add (f64x2.splat (f64.const 1.66666666666666019037e-01)) (f64x2.mul (local.get $t) (local.get $c))))
    (local.set $c (f64x2.sub (local.get $x) (f64x2.mul (local.get $t) (local.get $c))))
    ;; in two steps, which no exponent leaves the range of
    (local.set $k (i64x2.extend_low_i32x4_s (local.get $k)))
    (local.set $half (i64x2.shr_s (local.get $k) (i32.const 1)))
    (f64x2.mul
      (f64x2.mul
        (f64x2.sub
          (f64x2.splat (f64.const 1))
          (f64x2.sub
            (f64x2.sub
              (local.get $lo)
              (f64x2.div
                (f64x2.mul (local.get $x) (local.get $c))
                (f64x2.sub (f64x2.splat (f64.const 2)) (local.get $c))))
            (local.get $hi)))
        (i64x2.shl (i64x2.add (local.get $half) (i64x2.splat (i64.const 1023))) (i32.const 52)))
      (i64x2.shl
        (i64x2.add (i64x2.sub (local.get $k) (local.get $half)) (i64x2.splat (i64.const 1023)))
        (i32.const 52))))

  ;; x·σ(…) of an even count of doubles, in place: GELU by its usual approximation
  (func (export "bend") (param $x i32) (param $count i32)
    (local $v v128)
    (loop $each
      (local.set $v (v128.load (local.get $x)))
      (v128.store (local.get $x)
        (f64x2.div
          (local.get $v)
          (f64x2.add
            (f64x2.splat (f64.const 1))
            (call $exp
              (f64x2.mul
                (f64x2.splat (f64.const -1.5957691216057308))
                (f64x2.add
                  (local.get $v)
                  (f64x2.mul
                    (f64x2.mul (f64x2.mul (f64x2.splat (f64.const 0.044715)) (local.get $v)) (local.get $v))
                    (local.get $v))))))))
      (local.set $x (i32.add (local.get $x) (i32.const 16)))
      (br_if $each (local.tee $count (i32.sub (local.get $count) (i32.const 2))))))

  ;; Every piece looks at every other; q, k and v stand side by side in a row of 768 doubles, four heads of 64 in each. Asked are
  ;; the first piece and those from 1 + skip on: their rows of 256 doubles at out. $keys has room for n + 8 pieces of 64 doubles,
  ;; $weights for n + 8 doubles.
  (func (export "attend")
    (param $qkv i32) (param $n i32) (param $skip i32) (param $out i32) (param $keys i32) (param $weights i32)
    (local $h i32) (local $i i32) (local $j i32) (local $d i32) (local $q i32) (local $p i32) (local $o i32)
    (local $most f64) (local $total f64) (local $x v128)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local $s4 v128) (local $s5 v128) (local $s6 v128) (local $s7 v128)
    (loop $head
      ;; keys of eight pieces side by side
      (memory.fill (local.get $keys) (i32.const 0) (i32.shl (i32.add (local.get $n) (i32.const 8)) (i32.const 9)))
      (local.set $j (i32.const 0))
      (loop $piece
        (local.set $q
          (i32.add (local.get $qkv)
            (i32.add (i32.mul (local.get $j) (i32.const 6144))
              (i32.add (i32.const 2048) (i32.shl (local.get $h) (i32.const 9))))))
        (local.set $p
          (i32.add (local.get $keys)
            (i32.add
              (i32.shl (i32.and (local.get $j) (i32.const -8)) (i32.const 9))
              (i32.shl (i32.and (local.get $j) (i32.const 7)) (i32.const 3)))))
        (local.set $d (i32.const 64))
        (loop $each
          (f64.store (local.get $p) (f64.load (local.get $q)))
          (local.set $q (i32.add (local.get $q) (i32.const 8)))
          (local.set $p (i32.add (local.get $p) (i32.const 64)))
          (br_if $each (local.tee $d (i32.sub (local.get $d) (i32.const 1)))))
        (br_if $piece (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $n))))
      (local.set $o (i32.add (local.get $out) (i32.shl (local.get $h) (i32.const 9))))
      (local.set $i (i32.const 0))
      (loop $asked
        ;; how alike this piece and each other are
        (local.set $p (local.get $keys))
        (local.set $j (i32.const 0))
        (loop $eight
          (local.set $q
            (i32.add (local.get $qkv)
              (i32.add (i32.mul (local.get $i) (i32.const 6144)) (i32.shl (local.get $h) (i32.const 9)))))
          (local.set $s0 (f64x2.splat (f64.const 0)))
          (local.set $s1 (local.get $s0))
          (local.set $s2 (local.get $s0))
          (local.set $s3 (local.get $s0))
          (local.set $d (i32.const 64))
          (loop $each
            (local.set $x (v128.load64_splat (local.get $q)))
            (local.set $s0 (f64x2.add (local.get $s0) (f64x2.mul (local.get $x) (v128.load (local.get $p)))))
            (local.set $s1 (f64x2.add (local.get $s1) (f64x2.mul (local.get $x) (v128.load offset=16 (local.get $p)))))
            (local.set $s2 (f64x2.add (local.get $s2) (f64x2.mul (local.get $x) (v128.load offset=32 (local.get $p)))))
            (local.set $s3 (f64x2.add (local.get $s3) (f64x2.mul (local.get $x) (v128.load offset=48 (local.get $p)))))
            (local.set $q (i32.add (local.get $q) (i32.const 8)))
            (local.set $p (i32.add (local.get $p) (i32.const 64)))
            (br_if $each (local.tee $d (i32.sub (local.get $d) (i32.const 1)))))
          (local.set $q (i32.add (local.get $weights) (i32.shl (local.get $j) (i32.const 3))))
          ;; by 1 / √64
          (v128.store (local.get $q) (f64x2.mul (local.get $s0) (f64x2.splat (f64.const 0.125))))
          (v128.store offset=16 (local.get $q) (f64x2.mul (local.get $s1) (f64x2.splat (f64.const 0.125))))
          (v128.store offset=32 (local.get $q) (f64x2.mul (local.get $s2) (f64x2.splat (f64.const 0.125))))
          (v128.store offset=48 (local.get $q) (f64x2.mul (local.get $s3) (f64x2.splat (f64.const 0.125))))
          (br_if $eight (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 8))) (local.get $n))))
        (local.set $most (f64.const -inf))
        (local.set $j (i32.const 0))
        (loop $each
          (local.set $most
            (f64.max (local.get $most) (f64.load (i32.add (local.get $weights) (i32.shl (local.get $j) (i32.const 3))))))
          (br_if $each (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $n))))
        (local.set $total (f64.const 0))
        (local.set $j (i32.const 0))
        (loop $each
          (local.set $q (i32.add (local.get $weights) (i32.shl (local.get $j) (i32.const 3))))
          (local.set $x (call $exp (f64x2.sub (v128.load (local.get $q)) (f64x2.splat (local.get $most)))))
          (v128.store (local.get $q) (local.get $x))
          (local.set $total (f64.add (local.get $total) (f64x2.extract_lane 0 (local.get $x))))
          (local.set $j (i32.add (local.get $j) (i32.const 2)))
          (if (i32.le_u (local.get $j) (local.get $n))
            (then (local.set $total (f64.add (local.get $total) (f64x2.extract_lane 1 (local.get $x))))))
          (br_if $each (i32.lt_u (local.get $j) (local.get $n))))
        (local.set $j (i32.const 0))
        (loop $each
          (local.set $q (i32.add (local.get $weights) (i32.shl (local.get $j) (i32.const 3))))
          (v128.store (local.get $q) (f64x2.div (v128.load (local.get $q)) (f64x2.splat (local.get $total))))
          (br_if $each (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 2))) (local.get $n))))
        ;; the values by these weights, sixteen places at a time
        (local.set $d (i32.const 0))
        (loop $sixteen
          (local.set $q
            (i32.add (local.get $qkv)
              (i32.add (local.get $d) (i32.add (i32.const 4096) (i32.shl (local.get $h) (i32.const 9))))))
          (local.set $p (local.get $weights))
          (local.set $s0 (f64x2.splat (f64.const 0)))
          (local.set $s1 (local.get $s0))
          (local.set $s2 (local.get $s0))
          (local.set $s3 (local.get $s0))
          (local.set $s4 (local.get $s0))
          (local.set $s5 (local.get $s0))
          (local.set $s6 (local.get $s0))
          (local.set $s7 (local.get $s0))
          (local.set $j (local.get $n))
          (loop $each
            (local.set $x (v128.load64_splat (local.get $p)))
            (local.set $s0 (f64x2.add (local.get $s0) (f64x2.mul (local.get $x) (v128.load (local.get $q)))))
            (local.set $s1 (f64x2.add (local.get $s1) (f64x2.mul (local.get $x) (v128.load offset=16 (local.get $q)))))
            (local.set $s2 (f64x2.add (local.get $s2) (f64x2.mul (local.get $x) (v128.load offset=32 (local.get $q)))))
            (local.set $s3 (f64x2.add (local.get $s3) (f64x2.mul (local.get $x) (v128.load offset=48 (local.get $q)))))
            (local.set $s4 (f64x2.add (local.get $s4) (f64x2.mul (local.get $x) (v128.load offset=64 (local.get $q)))))
            (local.set $s5 (f64x2.add (local.get $s5) (f64x2.mul (local.get $x) (v128.load offset=80 (local.get $q)))))
            (local.set $s6 (f64x2.add (local.get $s6) (f64x2.mul (local.get $x) (v128.load offset=96 (local.get $q)))))
            (local.set $s7 (f64x2.add (local.get $s7) (f64x2.mul (local.get $x) (v128.load offset=112 (local.get $q)))))
            (local.set $p (i32.add (local.get $p) (i32.const 8)))
            (local.set $q (i32.add (local.get $q) (i32.const 6144)))
            (br_if $each (local.tee $j (i32.sub (local.get $j) (i32.const 1)))))
          (local.set $p (i32.add (local.get $o) (local.get $d)))
          (v128.store (local.get $p) (local.get $s0))
          (v128.store offset=16 (local.get $p) (local.get $s1))
          (v128.store offset=32 (local.get $p) (local.get $s2))
          (v128.store offset=48 (local.get $p) (local.get $s3))
          (v128.store offset=64 (local.get $p) (local.get $s4))
          (v128.store offset=80 (local.get $p) (local.get $s5))
          (v128.store offset=96 (local.get $p) (local.get $s6))
          (v128.store offset=112 (local.get $p) (local.get $s7))
          (br_if $sixteen (i32.lt_u (local.tee $d (i32.add (local.get $d) (i32.const 128))) (i32.const 512))))
        (local.set $o (i32.add (local.get $o) (i32.const 2048)))
        (local.set $i
          (i32.add (local.get $i)
            (select (i32.const 1) (i32.add (local.get $skip) (i32.const 1)) (local.get $i))))
        (br_if $asked (i32.lt_u (local.get $i) (local.get $n))))
      (br_if $head (i32.lt_u (local.tee $h (i32.add (local.get $h) (i32.const 1))) (i32.const 4)))))

  ;; x: groups of 64 doubles, as whole numbers up to 127 (even ones of sixteen before odd ones), with the size of each group
  (func (export "round") (param $x i32) (param $a i32) (param $sizes i32) (param $groups i32)
    (local $k i32) (local $to i32) (local $most v128) (local $size f64) (local $by v128) (local $q v128)
    (loop $group
      (local.set $most (f64x2.splat (f64.const 0)))
      (local.set $k (i32.const 0))
      (loop $look
        (local.set $most (f64x2.pmax (local.get $most) (f64x2.abs (v128.load (i32.add (local.get $x) (local.get $k))))))
        (br_if $look (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 16))) (i32.const 512))))
      (local.set $size (f64.max (f64x2.extract_lane 0 (local.get $most)) (f64x2.extract_lane 1 (local.get $most))))
      (f64.store (local.get $sizes) (f64.div (local.get $size) (f64.const 127)))
      ;; of nothing but zeros every whole number is 0 too
      (local.set $by
        (f64x2.splat
          (select
            (f64.const 0)
            (f64.div (f64.const 127) (local.get $size))
            (f64.eq (local.get $size) (f64.const 0)))))
      (local.set $k (i32.const 0))
      (loop $pair
        (local.set $q
          (i32x4.trunc_sat_f64x2_s_zero
            (f64x2.nearest (f64x2.mul (v128.load (i32.add (local.get $x) (local.get $k))) (local.get $by)))))
        (local.set $to
          (i32.add (local.get $a)
            (i32.or
              (i32.shr_u (i32.and (local.get $k) (i32.const 384)) (i32.const 2))
              (i32.shr_u (i32.and (local.get $k) (i32.const 112)) (i32.const 3)))))
        (v128.store16_lane 0 (local.get $to) (local.get $q))
        (v128.store16_lane offset=16 2 (local.get $to) (local.get $q))
        (br_if $pair (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 16))) (i32.const 512))))
      (local.set $x (i32.add (local.get $x) (i32.const 512)))
      (local.set $a (i32.add (local.get $a) (i32.const 128)))
      (local.set $sizes (i32.add (local.get $sizes) (i32.const 8)))
      (br_if $group (local.tee $groups (i32.sub (local.get $groups) (i32.const 1))))))

  ;; Onto n rows of $rows doubles at out. Weights lie row by row, two to a byte, 8 more than they are. Four rows at a time are
  ;; taken apart: 544 bytes at $apart for every group, its eight numbers of each row in turn, then the rows' scales.
  (func (export "product")
    (param $w i32) (param $scales i32) (param $bias i32) (param $a i32) (param $sizes i32)
    (param $out i32) (param $rows i32) (param $groups i32) (param $n i32) (param $apart i32)
    (local $left i32) (local $r i32) (local $g i32) (local $k i32) (local $j i32) (local $pa i32) (local $pz i32) (local $po i32) (local $pw i32)
    (local $x v128) (local $low v128) (local $eight v128) (local $size v128)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128) (local $sum0 v128) (local $sum1 v128)
    (local.set $left (local.get $rows))
    (local.set $low (i16x8.splat (i32.const 15)))
    (local.set $eight (i16x8.splat (i32.const 8)))
    (loop $four
      (local.set $r (i32.const 0))
      (loop $row
        (local.set $pw (i32.add (local.get $apart) (i32.shl (local.get $r) (i32.const 4))))
        (local.set $po
          (i32.add (local.get $apart) (i32.add (i32.const 512) (i32.shl (local.get $r) (i32.const 3)))))
        (local.set $g (local.get $groups))
        (loop $group
          (local.set $k (i32.const 4))
          (loop $eight
            (local.set $x (v128.load8x8_u (local.get $w)))
            (v128.store (local.get $pw) (i16x8.sub (v128.and (local.get $x) (local.get $low)) (local.get $eight)))
            (v128.store offset=64 (local.get $pw)
              (i16x8.sub (i16x8.shr_u (local.get $x) (i32.const 4)) (local.get $eight)))
            (local.set $w (i32.add (local.get $w) (i32.const 8)))
            (local.set $pw (i32.add (local.get $pw) (i32.const 128)))
            (br_if $eight (local.tee $k (i32.sub (local.get $k) (i32.const 1)))))
          (f64.store (local.get $po) (f64.load (local.get $scales)))
          (local.set $scales (i32.add (local.get $scales) (i32.const 8)))
          (local.set $pw (i32.add (local.get $pw) (i32.const 32)))
          (local.set $po (i32.add (local.get $po) (i32.const 544)))
          (br_if $group (local.tee $g (i32.sub (local.get $g) (i32.const 1)))))
        (br_if $row (i32.lt_u (local.tee $r (i32.add (local.get $r) (i32.const 1))) (i32.const 4))))
      (local.set $pa (local.get $a))
      (local.set $pz (local.get $sizes))
      (local.set $po (local.get $out))
      (local.set $j (local.get $n))
      (loop $piece
        (local.set $pw (local.get $apart))
        (local.set $sum0 (f64x2.splat (f64.const 0)))
        (local.set $sum1 (local.get $sum0))
        (local.set $g (local.get $groups))
        (loop $group
          (local.set $x (v128.load offset=0 (local.get $pa)))
          (local.set $s0 (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=0 (local.get $pw))))
          (local.set $s1 (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=16 (local.get $pw))))
          (local.set $s2 (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=32 (local.get $pw))))
          (local.set $s3 (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=48 (local.get $pw))))
          (local.set $x (v128.load offset=16 (local.get $pa)))
          (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=64 (local.get $pw)))))
          (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=80 (local.get $pw)))))
          (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=96 (local.get $pw)))))
          (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=112 (local.get $pw)))))
          (local.set $x (v128.load offset=32 (local.get $pa)))
          (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=128 (local.get $pw)))))
          (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=144 (local.get $pw)))))
          (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=160 (local.get $pw)))))
          (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=176 (local.get $pw)))))
          (local.set $x (v128.load offset=48 (local.get $pa)))
          (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=192 (local.get $pw)))))
          (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=208 (local.get $pw)))))
          (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=224 (local.get $pw)))))
          (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=240 (local.get $pw)))))
          (local.set $x (v128.load offset=64 (local.get $pa)))
          (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=256 (local.get $pw)))))
          (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=272 (local.get $pw)))))
          (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=288 (local.get $pw)))))
          (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=304 (local.get $pw)))))
          (local.set $x (v128.load offset=80 (local.get $pa)))
          (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=320 (local.get $pw)))))
          (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=336 (local.get $pw)))))
          (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=352 (local.get $pw)))))
          (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=368 (local.get $pw)))))
          (local.set $x (v128.load offset=96 (local.get $pa)))
          (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=384 (local.get $pw)))))
          (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=400 (local.get $pw)))))
          (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=416 (local.get $pw)))))
          (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=432 (local.get $pw)))))
          (local.set $x (v128.load offset=112 (local.get $pa)))
          (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=448 (local.get $pw)))))
          (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=464 (local.get $pw)))))
          (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=480 (local.get $pw)))))
          (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=496 (local.get $pw)))))
          ;; the four sums side by side
          (local.set $s0
            (i32x4.add
              (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $s0) (local.get $s1))
              (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $s0) (local.get $s1))))
          (local.set $s2
            (i32x4.add
              (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $s2) (local.get $s3))
              (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $s2) (local.get $s3))))
          (local.set $s0
            (i32x4.add
              (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $s0) (local.get $s2))
              (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $s0) (local.get $s2))))
          (local.set $size (v128.load64_splat (local.get $pz)))
          (local.set $sum0
            (f64x2.add (local.get $sum0)
              (f64x2.mul
                (f64x2.mul (f64x2.convert_low_i32x4_s (local.get $s0)) (local.get $size))
                (v128.load offset=512 (local.get $pw)))))
          (local.set $sum1
            (f64x2.add (local.get $sum1)
              (f64x2.mul
                (f64x2.mul
                  (f64x2.convert_low_i32x4_s
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $s0) (local.get $s0)))
                  (local.get $size))
                (v128.load offset=528 (local.get $pw)))))
          (local.set $pa (i32.add (local.get $pa) (i32.const 128)))
          (local.set $pz (i32.add (local.get $pz) (i32.const 8)))
          (local.set $pw (i32.add (local.get $pw) (i32.const 544)))
          (br_if $group (local.tee $g (i32.sub (local.get $g) (i32.const 1)))))
        (v128.store (local.get $po)
          (f64x2.add (v128.load (local.get $po)) (f64x2.add (local.get $sum0) (v128.load (local.get $bias)))))
        (v128.store offset=16 (local.get $po)
          (f64x2.add (v128.load offset=16 (local.get $po)) (f64x2.add (local.get $sum1) (v128.load offset=16 (local.get $bias)))))
        (local.set $po (i32.add (local.get $po) (i32.shl (local.get $rows) (i32.const 3))))
        (br_if $piece (local.tee $j (i32.sub (local.get $j) (i32.const 1)))))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 32)))
      (br_if $four (local.tee $left (i32.sub (local.get $left) (i32.const 4)))))))
