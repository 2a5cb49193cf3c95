;; Functions and loops of tesseract-wasm 0.11.0 (Tesseract 5.3.0, src/arch and src/lstm), written anew: they take half of the time of reading a page.
;; They compute the same numbers, bit for bit, so that what is read does not change. `wasm/faster-tesseract.node.ts` puts them into the package's module.
;; Assembled with wabt 1.0.32: wat2wasm wasm/kernels/tesseract.wat -o wasm/kernels/tesseract.wasm
(module
 ;; In Tesseract's module the memory is its own; here it is for the tests.
 (memory (export "memory") 1)

 ;; IntSimdMatrix: v[i] = s[i] * (sum over k of w[i][k] * u[k] + 127 * w[i][cols - 1]); weights and inputs are signed bytes.
 ;; The compiler's takes row by row and widens the inputs for each; here four rows share them. Sums of integers: their order is of no account.
 (func $matrix_times_vector (export "matrix_times_vector") (param $rows i32) (param $cols i32) (param $w i32) (param $s i32) (param $u i32) (param $v i32)
  (local $n i32) (local $n16 i32) (local $k i32) (local $x i32) (local $q i32) (local $p1 i32) (local $p2 i32) (local $p3 i32) (local $n8 i32)
  (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128) (local $i v128) (local $j v128)
  (local.set $n (i32.sub (local.get $cols) (i32.const 1)))
  (local.set $n16 (i32.and (local.get $n) (i32.const -16)))
  (local.set $n8 (i32.and (local.get $n) (i32.const -8)))
  (block $done4
  (loop $four
    (br_if $done4 (i32.lt_s (local.get $rows) (i32.const 4)))
    (local.set $p1 (i32.add (local.get $w) (local.get $cols)))
    (local.set $p2 (i32.add (local.get $p1) (local.get $cols)))
    (local.set $p3 (i32.add (local.get $p2) (local.get $cols)))
    (local.set $a0 (v128.const i32x4 0 0 0 0))
    (local.set $a1 (v128.const i32x4 0 0 0 0))
    (local.set $a2 (v128.const i32x4 0 0 0 0))
    (local.set $a3 (v128.const i32x4 0 0 0 0))
    (local.set $k (i32.const 0))
    (block $done16
    (loop $sixteen
      (br_if $done16 (i32.ge_s (local.get $k) (local.get $n16)))
      (local.set $x (i32.add (local.get $u) (local.get $k)))
      (local.set $i (v128.load8x8_s (local.get $x)))
      (local.set $j (v128.load8x8_s offset=8 (local.get $x)))
      (local.set $x (i32.add (local.get $w) (local.get $k)))
      (local.set $a0 (i32x4.add (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (local.get $i) (v128.load8x8_s (local.get $x)))) (i32x4.dot_i16x8_s (local.get $j) (v128.load8x8_s offset=8 (local.get $x)))))
      (local.set $x (i32.add (local.get $p1) (local.get $k)))
      (local.set $a1 (i32x4.add (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (local.get $i) (v128.load8x8_s (local.get $x)))) (i32x4.dot_i16x8_s (local.get $j) (v128.load8x8_s offset=8 (local.get $x)))))
      (local.set $x (i32.add (local.get $p2) (local.get $k)))
      (local.set $a2 (i32x4.add (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (local.get $i) (v128.load8x8_s (local.get $x)))) (i32x4.dot_i16x8_s (local.get $j) (v128.load8x8_s offset=8 (local.get $x)))))
      (local.set $x (i32.add (local.get $p3) (local.get $k)))
      (local.set $a3 (i32x4.add (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (local.get $i) (v128.load8x8_s (local.get $x)))) (i32x4.dot_i16x8_s (local.get $j) (v128.load8x8_s offset=8 (local.get $x)))))
      (local.set $k (i32.add (local.get $k) (i32.const 16)))
      (br $sixteen)))
    (if (i32.lt_s (local.get $k) (local.get $n8)) (then
      (local.set $i (v128.load8x8_s (i32.add (local.get $u) (local.get $k))))
      (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (local.get $i) (v128.load8x8_s (i32.add (local.get $w) (local.get $k))))))
      (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (local.get $i) (v128.load8x8_s (i32.add (local.get $p1) (local.get $k))))))
      (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (local.get $i) (v128.load8x8_s (i32.add (local.get $p2) (local.get $k))))))
      (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (local.get $i) (v128.load8x8_s (i32.add (local.get $p3) (local.get $k))))))
      (local.set $k (i32.add (local.get $k) (i32.const 8)))))
    ;; rows' sums side by side
    (local.set $a0 (i32x4.add (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a0) (local.get $a1)) (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a0) (local.get $a1))))
    (local.set $a2 (i32x4.add (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a2) (local.get $a3)) (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a2) (local.get $a3))))
    (local.set $a0 (i32x4.add (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a0) (local.get $a2)) (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a0) (local.get $a2))))
    (block $tail
    (loop $one
      (br_if $tail (i32.ge_s (local.get $k) (local.get $n)))
      (local.set $a0 (i32x4.add (local.get $a0) (i32x4.mul
        (i32x4.splat (i32.load8_s (i32.add (local.get $u) (local.get $k))))
        (i32x4.replace_lane 3 (i32x4.replace_lane 2 (i32x4.replace_lane 1 (i32x4.splat (i32.load8_s (i32.add (local.get $w) (local.get $k))))
          (i32.load8_s (i32.add (local.get $p1) (local.get $k)))) (i32.load8_s (i32.add (local.get $p2) (local.get $k)))) (i32.load8_s (i32.add (local.get $p3) (local.get $k)))))))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br $one)))
    (v128.store align=4 (local.get $v) (f32x4.mul (v128.load align=4 (local.get $s)) (f32x4.add (f32x4.convert_i32x4_s (local.get $a0))
      (f32x4.convert_i32x4_s (i32x4.mul (i32x4.splat (i32.const 127))
        (i32x4.replace_lane 3 (i32x4.replace_lane 2 (i32x4.replace_lane 1 (i32x4.splat (i32.load8_s (i32.add (local.get $w) (local.get $n))))
          (i32.load8_s (i32.add (local.get $p1) (local.get $n)))) (i32.load8_s (i32.add (local.get $p2) (local.get $n)))) (i32.load8_s (i32.add (local.get $p3) (local.get $n)))))))))
    (local.set $w (i32.add (local.get $p3) (local.get $cols)))
    (local.set $s (i32.add (local.get $s) (i32.const 16)))
    (local.set $v (i32.add (local.get $v) (i32.const 16)))
    (local.set $rows (i32.sub (local.get $rows) (i32.const 4)))
    (br $four)))
  (block $done
  (loop $row
    (br_if $done (i32.le_s (local.get $rows) (i32.const 0)))
    (local.set $a0 (v128.const i32x4 0 0 0 0))
    (local.set $k (i32.const 0))
    (block $done8
    (loop $eight
      (br_if $done8 (i32.ge_s (local.get $k) (local.get $n8)))
      (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (v128.load8x8_s (i32.add (local.get $u) (local.get $k))) (v128.load8x8_s (i32.add (local.get $w) (local.get $k))))))
      (local.set $k (i32.add (local.get $k) (i32.const 8)))
      (br $eight)))
    (local.set $q (i32.add (i32.add (i32x4.extract_lane 0 (local.get $a0)) (i32x4.extract_lane 1 (local.get $a0))) (i32.add (i32x4.extract_lane 2 (local.get $a0)) (i32x4.extract_lane 3 (local.get $a0)))))
    (block $tail1
    (loop $one1
      (br_if $tail1 (i32.ge_s (local.get $k) (local.get $n)))
      (local.set $q (i32.add (local.get $q) (i32.mul (i32.load8_s (i32.add (local.get $u) (local.get $k))) (i32.load8_s (i32.add (local.get $w) (local.get $k))))))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br $one1)))
    (f32.store (local.get $v) (f32.mul (f32.load (local.get $s)) (f32.add (f32.convert_i32_s (local.get $q)) (f32.convert_i32_s (i32.mul (i32.load8_s (i32.add (local.get $w) (local.get $n))) (i32.const 127))))))
    (local.set $w (i32.add (local.get $w) (local.get $cols)))
    (local.set $s (i32.add (local.get $s) (i32.const 4)))
    (local.set $v (i32.add (local.get $v) (i32.const 4)))
    (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
    (br $row)))
 )

 ;; The logistic function from Tesseract's table of 4096 values, 256 a unit, with linear steps between them; 1 beyond it.
 ;; The compiler's calls itself for negative numbers, every other one, which the processor cannot foresee.
 (func $logistic (export "logistic") (param $x f32) (result f32) (local $a f32) (local $n i32) (local $y f32) (local $at i32)
  (local.set $a (f32.mul (f32.abs (local.get $x)) (f32.const 256)))
  (local.set $n (i32.trunc_sat_f32_s (local.get $a)))
  (local.set $y (f32.const 1))
  (if (i32.le_u (local.get $n) (i32.const 4094)) (then
    (local.set $at (i32.shl (local.get $n) (i32.const 2)))
    (local.set $y (f32.load offset=283792 (local.get $at)))
    (local.set $y (f32.add
      (f32.mul (f32.sub (f32.load offset=283796 (local.get $at)) (local.get $y)) (f32.sub (local.get $a) (f32.convert_i32_s (local.get $n))))
      (local.get $y)))))
  (select (f32.sub (f32.const 1) (local.get $y)) (local.get $y) (f32.lt (local.get $x) (f32.const 0))))

 ;; The hyperbolic tangent in the same way.
 (func $tanh (export "tanh") (param $x f32) (result f32) (local $a f32) (local $n i32) (local $y f32) (local $at i32)
  (local.set $a (f32.mul (f32.abs (local.get $x)) (f32.const 256)))
  (local.set $n (i32.trunc_sat_f32_s (local.get $a)))
  (local.set $y (f32.const 1))
  (if (i32.le_u (local.get $n) (i32.const 4094)) (then
    (local.set $at (i32.shl (local.get $n) (i32.const 2)))
    (local.set $y (f32.load offset=267408 (local.get $at)))
    (local.set $y (f32.add
      (f32.mul (f32.sub (f32.load offset=267412 (local.get $at)) (local.get $y)) (f32.sub (local.get $a) (f32.convert_i32_s (local.get $n))))
      (local.get $y)))))
  (select (f32.neg (local.get $y)) (local.get $y) (f32.lt (local.get $x) (f32.const 0))))

 ;; The same two for n numbers in place, four at a time, and what the loops around them did: they are called from where those loops were.
 (func $logistic_all (export "logistic_all") (param $to i32) (param $n i32) (local $v v128) (local $a v128) (local $i v128) (local $over v128) (local $p v128) (local $q v128) (local $y v128)
  (local $x f32) (local $f f32) (local $r f32) (local $k i32) (local $at i32)
  (block $done
   (loop $next
    (br_if $done (i32.le_s (local.get $n) (i32.const 0)))
    (if (i32.ge_s (local.get $n) (i32.const 4)) (then
      (local.set $v (v128.load align=4 (local.get $to)))
      (local.set $a (f32x4.mul (f32x4.abs (local.get $v)) (f32x4.splat (f32.const 256))))
      (local.set $i (i32x4.trunc_sat_f32x4_s (local.get $a)))
      (local.set $over (i32x4.gt_s (local.get $i) (i32x4.splat (i32.const 4094))))
      (local.set $a (f32x4.sub (local.get $a) (f32x4.convert_i32x4_s (local.get $i))))
      (local.set $i (i32x4.shl (i32x4.min_s (local.get $i) (i32x4.splat (i32.const 4094))) (i32.const 2)))
      ;; A value and the next one of the table lie side by side: one load brings both.
      (local.set $p (v128.load64_lane offset=283792 1 (i32x4.extract_lane 1 (local.get $i)) (v128.load64_zero offset=283792 (i32x4.extract_lane 0 (local.get $i)))))
      (local.set $q (v128.load64_lane offset=283792 1 (i32x4.extract_lane 3 (local.get $i)) (v128.load64_zero offset=283792 (i32x4.extract_lane 2 (local.get $i)))))
      (local.set $y (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $p) (local.get $q)))
      (local.set $q (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $p) (local.get $q)))
      (local.set $y (f32x4.add (f32x4.mul (f32x4.sub (local.get $q) (local.get $y)) (local.get $a)) (local.get $y)))
      (local.set $y (v128.bitselect (f32x4.splat (f32.const 1)) (local.get $y) (local.get $over)))
      (v128.store align=4 (local.get $to) (v128.bitselect (f32x4.sub (f32x4.splat (f32.const 1)) (local.get $y)) (local.get $y) (f32x4.lt (local.get $v) (f32x4.splat (f32.const 0)))))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $n (i32.sub (local.get $n) (i32.const 4))))
    (else
      (local.set $x (f32.load (local.get $to)))
      (local.set $f (f32.mul (f32.abs (local.get $x)) (f32.const 256)))
      (local.set $k (i32.trunc_sat_f32_s (local.get $f)))
      (local.set $r (f32.const 1))
      (if (i32.le_u (local.get $k) (i32.const 4094)) (then
        (local.set $at (i32.shl (local.get $k) (i32.const 2)))
        (local.set $r (f32.load offset=283792 (local.get $at)))
        (local.set $r (f32.add
          (f32.mul (f32.sub (f32.load offset=283796 (local.get $at)) (local.get $r)) (f32.sub (local.get $f) (f32.convert_i32_s (local.get $k))))
          (local.get $r)))))
      (f32.store (local.get $to) (select (f32.sub (f32.const 1) (local.get $r)) (local.get $r) (f32.lt (local.get $x) (f32.const 0))))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))))
    (br $next))))

 (func $tanh_all (export "tanh_all") (param $to i32) (param $n i32) (local $v v128) (local $a v128) (local $i v128) (local $over v128) (local $p v128) (local $q v128) (local $y v128)
  (local $x f32) (local $f f32) (local $r f32) (local $k i32) (local $at i32)
  (block $done
   (loop $next
    (br_if $done (i32.le_s (local.get $n) (i32.const 0)))
    (if (i32.ge_s (local.get $n) (i32.const 4)) (then
      (local.set $v (v128.load align=4 (local.get $to)))
      (local.set $a (f32x4.mul (f32x4.abs (local.get $v)) (f32x4.splat (f32.const 256))))
      (local.set $i (i32x4.trunc_sat_f32x4_s (local.get $a)))
      (local.set $over (i32x4.gt_s (local.get $i) (i32x4.splat (i32.const 4094))))
      (local.set $a (f32x4.sub (local.get $a) (f32x4.convert_i32x4_s (local.get $i))))
      (local.set $i (i32x4.shl (i32x4.min_s (local.get $i) (i32x4.splat (i32.const 4094))) (i32.const 2)))
      ;; A value and the next one of the table lie side by side: one load brings both.
      (local.set $p (v128.load64_lane offset=267408 1 (i32x4.extract_lane 1 (local.get $i)) (v128.load64_zero offset=267408 (i32x4.extract_lane 0 (local.get $i)))))
      (local.set $q (v128.load64_lane offset=267408 1 (i32x4.extract_lane 3 (local.get $i)) (v128.load64_zero offset=267408 (i32x4.extract_lane 2 (local.get $i)))))
      (local.set $y (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $p) (local.get $q)))
      (local.set $q (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $p) (local.get $q)))
      (local.set $y (f32x4.add (f32x4.mul (f32x4.sub (local.get $q) (local.get $y)) (local.get $a)) (local.get $y)))
      (local.set $y (v128.bitselect (f32x4.splat (f32.const 1)) (local.get $y) (local.get $over)))
      (v128.store align=4 (local.get $to) (v128.bitselect (f32x4.neg (local.get $y)) (local.get $y) (f32x4.lt (local.get $v) (f32x4.splat (f32.const 0)))))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $n (i32.sub (local.get $n) (i32.const 4))))
    (else
      (local.set $x (f32.load (local.get $to)))
      (local.set $f (f32.mul (f32.abs (local.get $x)) (f32.const 256)))
      (local.set $k (i32.trunc_sat_f32_s (local.get $f)))
      (local.set $r (f32.const 1))
      (if (i32.le_u (local.get $k) (i32.const 4094)) (then
        (local.set $at (i32.shl (local.get $k) (i32.const 2)))
        (local.set $r (f32.load offset=267408 (local.get $at)))
        (local.set $r (f32.add
          (f32.mul (f32.sub (f32.load offset=267412 (local.get $at)) (local.get $r)) (f32.sub (local.get $f) (f32.convert_i32_s (local.get $k))))
          (local.get $r)))))
      (f32.store (local.get $to) (select (f32.neg (local.get $r)) (local.get $r) (f32.lt (local.get $x) (f32.const 0))))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))))
    (br $next))))

 ;; to[i] = tanh(from[i]) * by[i]
 (func $tanh_times (export "tanh_times") (param $to i32) (param $from i32) (param $by i32) (param $n i32) (local $v v128) (local $a v128) (local $i v128) (local $over v128) (local $p v128) (local $q v128) (local $y v128)
  (local $x f32) (local $f f32) (local $r f32) (local $k i32) (local $at i32)
  (block $done
   (loop $next
    (br_if $done (i32.le_s (local.get $n) (i32.const 0)))
    (if (i32.ge_s (local.get $n) (i32.const 4)) (then
      (local.set $v (v128.load align=4 (local.get $from)))
      (local.set $a (f32x4.mul (f32x4.abs (local.get $v)) (f32x4.splat (f32.const 256))))
      (local.set $i (i32x4.trunc_sat_f32x4_s (local.get $a)))
      (local.set $over (i32x4.gt_s (local.get $i) (i32x4.splat (i32.const 4094))))
      (local.set $a (f32x4.sub (local.get $a) (f32x4.convert_i32x4_s (local.get $i))))
      (local.set $i (i32x4.shl (i32x4.min_s (local.get $i) (i32x4.splat (i32.const 4094))) (i32.const 2)))
      ;; A value and the next one of the table lie side by side: one load brings both.
      (local.set $p (v128.load64_lane offset=267408 1 (i32x4.extract_lane 1 (local.get $i)) (v128.load64_zero offset=267408 (i32x4.extract_lane 0 (local.get $i)))))
      (local.set $q (v128.load64_lane offset=267408 1 (i32x4.extract_lane 3 (local.get $i)) (v128.load64_zero offset=267408 (i32x4.extract_lane 2 (local.get $i)))))
      (local.set $y (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $p) (local.get $q)))
      (local.set $q (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $p) (local.get $q)))
      (local.set $y (f32x4.add (f32x4.mul (f32x4.sub (local.get $q) (local.get $y)) (local.get $a)) (local.get $y)))
      (local.set $y (v128.bitselect (f32x4.splat (f32.const 1)) (local.get $y) (local.get $over)))
      (v128.store align=4 (local.get $to) (f32x4.mul (v128.bitselect (f32x4.neg (local.get $y)) (local.get $y) (f32x4.lt (local.get $v) (f32x4.splat (f32.const 0)))) (v128.load align=4 (local.get $by))))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (local.set $by (i32.add (local.get $by) (i32.const 16)))
      (local.set $n (i32.sub (local.get $n) (i32.const 4))))
    (else
      (local.set $x (f32.load (local.get $from)))
      (local.set $f (f32.mul (f32.abs (local.get $x)) (f32.const 256)))
      (local.set $k (i32.trunc_sat_f32_s (local.get $f)))
      (local.set $r (f32.const 1))
      (if (i32.le_u (local.get $k) (i32.const 4094)) (then
        (local.set $at (i32.shl (local.get $k) (i32.const 2)))
        (local.set $r (f32.load offset=267408 (local.get $at)))
        (local.set $r (f32.add
          (f32.mul (f32.sub (f32.load offset=267412 (local.get $at)) (local.get $r)) (f32.sub (local.get $f) (f32.convert_i32_s (local.get $k))))
          (local.get $r)))))
      (f32.store (local.get $to) (f32.mul (select (f32.neg (local.get $r)) (local.get $r) (f32.lt (local.get $x) (f32.const 0))) (f32.load (local.get $by))))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))
      (local.set $from (i32.add (local.get $from) (i32.const 4)))
      (local.set $by (i32.add (local.get $by) (i32.const 4)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))))
    (br $next)))))
