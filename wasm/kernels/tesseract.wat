;; Faster versions of functions and loops of tesseract-wasm 0.11.0 (Tesseract 5.3.0, src/arch and src/lstm). Their results are identical bit for bit.
;; `wasm/patch-tesseract.node.ts` inserts them into the published module. Assembled with wabt 1.0.32: wat2wasm wasm/kernels/tesseract.wat -o wasm/kernels/tesseract.wasm
(module
 ;; For the tests; in Tesseract's module, its own memory is used.
 (memory (export "memory") 1)
 ;; Tesseract's first global: the C++ stack pointer.
 (global $stack (export "stack") (mut i32) (i32.const 0))

 ;; IntSimdMatrix: v[i] = s[i] * (sum over k of w[i][k] * u[k] + 127 * w[i][cols - 1]); weights and inputs are signed bytes.
 ;; The compiled version widens the inputs for each row; here four rows share them. The order of integer sums does not matter.
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
    ;; The sums of the four rows.
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

 ;; The logistic function, interpolated linearly in Tesseract's table of 4096 values, 256 per unit; 1 beyond the table.
 ;; The compiled version calls itself for negative numbers, which branch prediction cannot handle.
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

 ;; The same two functions for n numbers in place, four at a time. They replace the loops around the functions.
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
      ;; One load reads a value of the table and the next one.
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
      ;; One load reads a value of the table and the next one.
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
      ;; One load reads a value of the table and the next one.
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
    (br $next))))

 ;; Layers are Tesseract's objects, with fields at these offsets. Network: type 4, training 8, inputs 20, outputs 24. NetworkIO: bytes 28,
 ;; steps 36, numbers per step 40, whether they are bytes 48, images 52, height 56, width 60, steps per row 68 and per
 ;; column 72, heights 76 to 80, widths 88 to 92. The functions return 1 if all steps are done, and 0 for other types of layers.

 ;; Convolve::Forward of the image: out[t] = the 9 bytes around step t, column by column; random bytes outside of the image.
 (func $convolve (export "convolve") (param $layer i32) (param $in i32) (param $out i32) (result i32)
  (local $from i32) (local $to i32) (local $width i32) (local $height i32) (local $x i32) (local $y i32) (local $i i32) (local $j i32) (local $dice i32) (local $q i32)
  (local $seed i32) (local $r f64)
  (local.set $width (i32.load offset=60 (local.get $in)))
  (local.set $height (i32.load offset=56 (local.get $in)))
  (if (i32.eqz (i32.and (i32.and (i32.and
      (i32.and (i32.load8_u offset=48 (local.get $in)) (i32.load8_u offset=48 (local.get $out)))
      (i32.and (i32.eq (i32.load offset=20 (local.get $layer)) (i32.const 1)) (i32.eq (i32.load offset=40 (local.get $in)) (i32.const 1))))
    (i32.and
      (i32.and (i32.eq (i32.load offset=56 (local.get $layer)) (i32.const 1)) (i32.eq (i32.load offset=60 (local.get $layer)) (i32.const 1)))
      (i32.and (i32.eq (i32.load offset=40 (local.get $out)) (i32.const 9)) (i32.eq (i32.load offset=52 (local.get $in)) (i32.const 1)))))
    (i32.and (i32.eq (i32.load offset=72 (local.get $in)) (i32.const 1)) (i32.eq (i32.load offset=68 (local.get $in)) (local.get $width)))))
   (then (return (i32.const 0))))
  (if (i32.or
      (i32.or
        (i32.ne (i32.sub (i32.load offset=80 (local.get $in)) (i32.load offset=76 (local.get $in))) (i32.const 4))
        (i32.ne (i32.sub (i32.load offset=92 (local.get $in)) (i32.load offset=88 (local.get $in))) (i32.const 4)))
      (i32.or
        (i32.ne (i32.load (i32.load offset=76 (local.get $in))) (local.get $height))
        (i32.ne (i32.load (i32.load offset=88 (local.get $in))) (local.get $width))))
   (then (return (i32.const 0))))
  (local.set $from (i32.load offset=28 (local.get $in)))
  (local.set $to (i32.load offset=28 (local.get $out)))
  (local.set $dice (i32.load offset=52 (local.get $layer)))
  (local.set $seed (i32.load (local.get $dice)))
  (block $done
   (loop $step
    (br_if $done (i32.ge_s (local.get $y) (local.get $height)))
    (if (i32.and
        (i32.and (i32.gt_s (local.get $x) (i32.const 0)) (i32.lt_s (local.get $x) (i32.sub (local.get $width) (i32.const 1))))
        (i32.and (i32.gt_s (local.get $y) (i32.const 0)) (i32.lt_s (local.get $y) (i32.sub (local.get $height) (i32.const 1)))))
     (then
      (local.set $i (i32.sub (i32.sub (local.get $from) (local.get $width)) (i32.const 1)))
      (local.set $j (i32.sub (local.get $from) (i32.const 1)))
      (local.set $q (i32.add (local.get $j) (local.get $width)))
      (i32.store8 (local.get $to) (i32.load8_u (local.get $i)))
      (i32.store8 offset=1 (local.get $to) (i32.load8_u (local.get $j)))
      (i32.store8 offset=2 (local.get $to) (i32.load8_u (local.get $q)))
      (i32.store8 offset=3 (local.get $to) (i32.load8_u offset=1 (local.get $i)))
      (i32.store8 offset=4 (local.get $to) (i32.load8_u offset=1 (local.get $j)))
      (i32.store8 offset=5 (local.get $to) (i32.load8_u offset=1 (local.get $q)))
      (i32.store8 offset=6 (local.get $to) (i32.load8_u offset=2 (local.get $i)))
      (i32.store8 offset=7 (local.get $to) (i32.load8_u offset=2 (local.get $j)))
      (i32.store8 offset=8 (local.get $to) (i32.load8_u offset=2 (local.get $q)))
      (local.set $to (i32.add (local.get $to) (i32.const 9))))
     (else
      (local.set $i (i32.const -1))
      (loop $column
       (local.set $j (i32.const -1))
       (loop $row
        (if (i32.and
            (i32.lt_u (i32.add (local.get $x) (local.get $i)) (local.get $width))
            (i32.lt_u (i32.add (local.get $y) (local.get $j)) (local.get $height)))
         (then (i32.store8 (local.get $to)
          (i32.load8_u (i32.add (i32.add (local.get $from) (local.get $i)) (i32.mul (local.get $j) (local.get $width))))))
         (else
          ;; TRand: seed = 48271 seed mod (2^31 - 1) after Schrage, scaled to an integer between -127 and 127, rounded away from zero.
          (local.set $q (i32.div_u (local.get $seed) (i32.const 44488)))
          (local.set $seed (i32.sub
            (i32.mul (i32.sub (local.get $seed) (i32.mul (local.get $q) (i32.const 44488))) (i32.const 48271))
            (i32.mul (local.get $q) (i32.const 3399))))
          (if (i32.lt_s (local.get $seed) (i32.const 0)) (then (local.set $seed (i32.add (local.get $seed) (i32.const 2147483647)))))
          (local.set $r (f64.add
            (f64.div (f64.mul (f64.convert_i32_s (local.get $seed)) (f64.const 254)) (f64.const 2147483647)) (f64.const -127)))
          (i32.store8 (local.get $to) (i32.trunc_sat_f64_s (f64.add (local.get $r) (f64.copysign (f64.const 0.5) (local.get $r)))))))
        (local.set $to (i32.add (local.get $to) (i32.const 1)))
        (local.set $j (i32.add (local.get $j) (i32.const 1)))
        (br_if $row (i32.le_s (local.get $j) (i32.const 1))))
       (local.set $i (i32.add (local.get $i) (i32.const 1)))
       (br_if $column (i32.le_s (local.get $i) (i32.const 1))))))
    (local.set $from (i32.add (local.get $from) (i32.const 1)))
    (local.set $x (i32.add (local.get $x) (i32.const 1)))
    (if (i32.ge_s (local.get $x) (local.get $width)) (then
      (local.set $x (i32.const 0))
      (local.set $y (i32.add (local.get $y) (i32.const 1)))))
    (br $step)))
  (i32.store (local.get $dice) (local.get $seed))
  (i32.const 1))

 ;; FullyConnected::Forward of 9 inputs and 16 outputs with tanh, after a convolution. A step with the same inputs as the previous one, such as
 ;; background, has the same outputs. Weights are stored in pairs below the stack pointer, which is safe because nothing is called.
 (func $tanh_layer (export "tanh_layer") (param $layer i32) (param $in i32) (param $out i32) (result i32)
  (local $from i32) (local $to i32) (local $steps i32) (local $pairs i32) (local $scales i32) (local $w i32) (local $p i32) (local $g i32)
  (local $last v128) (local $x v128) (local $x0 v128) (local $x1 v128) (local $x2 v128) (local $x3 v128) (local $x4 v128)
  (local $v v128) (local $a v128) (local $i v128) (local $over v128) (local $q v128) (local $y v128)
  (if (i32.eqz (i32.and (i32.and
      (i32.and (i32.eq (i32.load offset=4 (local.get $layer)) (i32.const 19)) (i32.ne (i32.load offset=8 (local.get $layer)) (i32.const 1)))
      (i32.and (i32.load8_u offset=48 (local.get $in)) (i32.load8_u offset=48 (local.get $out))))
    (i32.and (i32.and
      (i32.and (i32.eq (i32.load offset=40 (local.get $in)) (i32.const 9)) (i32.eq (i32.load offset=40 (local.get $out)) (i32.const 16)))
      (i32.and (i32.eq (i32.load offset=92 (local.get $layer)) (i32.const 16)) (i32.eq (i32.load offset=96 (local.get $layer)) (i32.const 10))))
     (i32.ne (i32.load offset=313300 (i32.const 0)) (i32.const 0)))))
   (then (return (i32.const 0))))
  (local.set $from (i32.load offset=28 (local.get $in)))
  (local.set $to (i32.load offset=28 (local.get $out)))
  (local.set $steps (i32.load offset=36 (local.get $in)))
  (local.set $scales (i32.load offset=132 (local.get $layer)))
  (local.set $w (i32.load offset=216 (local.get $layer)))
  (local.set $pairs (i32.and (i32.sub (global.get $stack) (i32.const 336)) (i32.const -16)))
  (local.set $p (local.get $pairs))
  (loop $arrange
   (local.set $x0 (v128.load8x8_s (local.get $w)))
   (local.set $x1 (v128.load8x8_s offset=10 (local.get $w)))
   (local.set $x2 (v128.load8x8_s offset=20 (local.get $w)))
   (local.set $x3 (v128.load8x8_s offset=30 (local.get $w)))
   (local.set $x (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $x0) (local.get $x1)))
   (local.set $y (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $x2) (local.get $x3)))
   (v128.store (local.get $p) (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $x) (local.get $y)))
   (v128.store offset=16 (local.get $p) (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $x) (local.get $y)))
   (local.set $x (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $x0) (local.get $x1)))
   (local.set $y (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $x2) (local.get $x3)))
   (v128.store offset=32 (local.get $p) (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $x) (local.get $y)))
   (v128.store offset=48 (local.get $p) (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $x) (local.get $y)))
   ;; The weights of the last input and of the constant 127.
   (v128.store offset=64 (local.get $p) (i16x8.extend_low_i8x16_s
     (v128.load16_lane offset=38 align=1 3 (local.get $w) (v128.load16_lane offset=28 align=1 2 (local.get $w)
      (v128.load16_lane offset=18 align=1 1 (local.get $w) (v128.load16_lane offset=8 align=1 0 (local.get $w) (v128.const i32x4 0 0 0 0)))))))
   (local.set $w (i32.add (local.get $w) (i32.const 40)))
   (local.set $p (i32.add (local.get $p) (i32.const 80)))
   (local.set $g (i32.add (local.get $g) (i32.const 1)))
   (br_if $arrange (i32.lt_s (local.get $g) (i32.const 4))))
  (block $done
   (loop $step
    (br_if $done (i32.le_s (local.get $steps) (i32.const 0)))
    (block $next
     (if (i32.lt_s (local.get $g) (i32.const 4)) (then
       (if (i64.eq (i64.load align=1 (local.get $from)) (i64.load align=1 (i32.sub (local.get $from) (i32.const 9)))) (then
        (if (i32.eq (i32.load8_u offset=8 (local.get $from)) (i32.load8_u (i32.sub (local.get $from) (i32.const 1)))) (then
         (v128.store align=1 (local.get $to) (local.get $last))
         (br $next)))))))
     (local.set $x (v128.load8x8_s (local.get $from)))
     (local.set $x0 (i8x16.shuffle 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 (local.get $x) (local.get $x)))
     (local.set $x1 (i8x16.shuffle 4 5 6 7 4 5 6 7 4 5 6 7 4 5 6 7 (local.get $x) (local.get $x)))
     (local.set $x2 (i8x16.shuffle 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 (local.get $x) (local.get $x)))
     (local.set $x3 (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15 (local.get $x) (local.get $x)))
     (local.set $x4 (i32x4.splat (i32.or (i32.and (i32.load8_s offset=8 (local.get $from)) (i32.const 65535)) (i32.const 8323072))))
     (local.set $g (i32.const 0))
     (loop $group
      (local.set $p (i32.add (local.get $pairs) (i32.mul (local.get $g) (i32.const 20))))
      (local.set $v (f32x4.mul
        (v128.load align=4 (i32.add (local.get $scales) (i32.shl (local.get $g) (i32.const 2))))
        (f32x4.convert_i32x4_s (i32x4.add
          (i32x4.add
            (i32x4.add (i32x4.dot_i16x8_s (local.get $x0) (v128.load (local.get $p))) (i32x4.dot_i16x8_s (local.get $x1) (v128.load offset=16 (local.get $p))))
            (i32x4.add (i32x4.dot_i16x8_s (local.get $x2) (v128.load offset=32 (local.get $p))) (i32x4.dot_i16x8_s (local.get $x3) (v128.load offset=48 (local.get $p)))))
          (i32x4.dot_i16x8_s (local.get $x4) (v128.load offset=64 (local.get $p)))))))
      ;; tanh of the absolute value; the sign is applied to the byte.
      (local.set $a (f32x4.mul (f32x4.abs (local.get $v)) (f32x4.splat (f32.const 256))))
      (local.set $i (i32x4.trunc_sat_f32x4_s (local.get $a)))
      (local.set $over (i32x4.gt_s (local.get $i) (i32x4.splat (i32.const 4094))))
      (local.set $a (f32x4.sub (local.get $a) (f32x4.convert_i32x4_s (local.get $i))))
      (local.set $i (i32x4.shl (i32x4.min_s (local.get $i) (i32x4.splat (i32.const 4094))) (i32.const 2)))
      (local.set $y (v128.load64_lane offset=267408 1 (i32x4.extract_lane 1 (local.get $i)) (v128.load64_zero offset=267408 (i32x4.extract_lane 0 (local.get $i)))))
      (local.set $q (v128.load64_lane offset=267408 1 (i32x4.extract_lane 3 (local.get $i)) (v128.load64_zero offset=267408 (i32x4.extract_lane 2 (local.get $i)))))
      (local.set $i (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $y) (local.get $q)))
      (local.set $y (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $y) (local.get $q)))
      (local.set $y (f32x4.add (f32x4.mul (f32x4.sub (local.get $i) (local.get $y)) (local.get $a)) (local.get $y)))
      (local.set $y (v128.bitselect (f32x4.splat (f32.const 1)) (local.get $y) (local.get $over)))
      ;; NetworkIO::WriteTimeStep: a byte of 127 times the value, rounded away from zero.
      (local.set $i (i32x4.trunc_sat_f32x4_s (f32x4.add (f32x4.mul (local.get $y) (f32x4.splat (f32.const 127))) (f32x4.splat (f32.const 0.5)))))
      (local.set $q (f32x4.lt (local.get $v) (f32x4.splat (f32.const 0))))
      (local.set $i (i32x4.sub (v128.xor (local.get $i) (local.get $q)) (local.get $q)))
      (local.set $i (i16x8.narrow_i32x4_s (local.get $i) (local.get $i)))
      (v128.store32_lane align=1 0 (i32.add (local.get $to) (local.get $g)) (i8x16.narrow_i16x8_s (local.get $i) (local.get $i)))
      (local.set $g (i32.add (local.get $g) (i32.const 4)))
      (br_if $group (i32.lt_s (local.get $g) (i32.const 16))))
     ;; From here on there is a previous step.
     (local.set $g (i32.const 0))
     (local.set $last (v128.load align=1 (local.get $to))))
    (local.set $from (i32.add (local.get $from) (i32.const 9)))
    (local.set $to (i32.add (local.get $to) (i32.const 16)))
    (local.set $steps (i32.sub (local.get $steps) (i32.const 1)))
    (br $step)))
  (i32.const 1))

 ;; Maxpool::Forward of 16 numbers per step. The positions of the maxima, needed only for training, are not stored.
 (func $maxpool (export "maxpool") (param $layer i32) (param $in i32) (param $out i32) (result i32)
  (local $to i32) (local $from i32) (local $width i32) (local $height i32) (local $row i32) (local $across i32) (local $down i32)
  (local $x i32) (local $y i32) (local $i i32) (local $j i32) (local $at i32) (local $most v128)
  (local.set $width (i32.load offset=60 (local.get $out)))
  (local.set $height (i32.load offset=56 (local.get $out)))
  (local.set $across (i32.load offset=104 (local.get $layer)))
  (local.set $down (i32.load offset=108 (local.get $layer)))
  (if (i32.eqz (i32.and (i32.and (i32.and
      (i32.and (i32.load8_u offset=48 (local.get $in)) (i32.load8_u offset=48 (local.get $out)))
      (i32.and (i32.ne (i32.load offset=8 (local.get $layer)) (i32.const 1)) (i32.eq (i32.load offset=20 (local.get $layer)) (i32.const 16))))
     (i32.and
      (i32.and (i32.eq (i32.load offset=40 (local.get $in)) (i32.const 16)) (i32.eq (i32.load offset=40 (local.get $out)) (i32.const 16)))
      (i32.and (i32.eq (i32.load offset=52 (local.get $in)) (i32.const 1)) (i32.eq (i32.load offset=52 (local.get $out)) (i32.const 1)))))
    (i32.and
     (i32.and
      (i32.and (i32.eq (i32.load offset=72 (local.get $in)) (i32.const 1)) (i32.eq (i32.load offset=72 (local.get $out)) (i32.const 1)))
      (i32.eq (i32.load offset=68 (local.get $out)) (local.get $width)))
     (i32.and
      (i32.and (i32.gt_s (local.get $height) (i32.const 0)) (i32.and (i32.gt_s (local.get $across) (i32.const 0)) (i32.gt_s (local.get $down) (i32.const 0))))
      (i32.and
       (i32.ge_s (i32.load offset=56 (local.get $in)) (i32.mul (local.get $height) (local.get $down)))
       (i32.ge_s (i32.load offset=60 (local.get $in)) (i32.mul (local.get $width) (local.get $across))))))))
   (then (return (i32.const 0))))
  (local.set $row (i32.shl (i32.load offset=68 (local.get $in)) (i32.const 4)))
  (local.set $to (i32.load offset=28 (local.get $out)))
  (loop $line
   (local.set $from (i32.add (i32.load offset=28 (local.get $in)) (i32.mul (i32.mul (local.get $y) (local.get $down)) (local.get $row))))
   (local.set $x (i32.const 0))
   (block $ended
    (loop $step
     (br_if $ended (i32.ge_s (local.get $x) (local.get $width)))
     (local.set $most (v128.load align=1 (local.get $from)))
     (local.set $j (i32.const 0))
     (loop $rows
      (local.set $at (i32.add (local.get $from) (i32.mul (local.get $j) (local.get $row))))
      (local.set $i (local.get $across))
      (loop $columns
       (local.set $most (i8x16.max_s (local.get $most) (v128.load align=1 (local.get $at))))
       (local.set $at (i32.add (local.get $at) (i32.const 16)))
       (br_if $columns (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
      (local.set $j (i32.add (local.get $j) (i32.const 1)))
      (br_if $rows (i32.lt_s (local.get $j) (local.get $down))))
     (v128.store align=1 (local.get $to) (local.get $most))
     (local.set $to (i32.add (local.get $to) (i32.const 16)))
     (local.set $from (i32.add (local.get $from) (i32.shl (local.get $across) (i32.const 4))))
     (local.set $x (i32.add (local.get $x) (i32.const 1)))
     (br $step)))
   (local.set $y (i32.add (local.get $y) (i32.const 1)))
   (br_if $line (i32.lt_s (local.get $y) (local.get $height))))
  (i32.const 1))

 ;; OtsuThreshold: the known histogram of the 256 gray values. Its address is in the word at 1016, which C++ does not use. All slices of a page are
 ;; thresholded with the histogram of the page.
 (func $known_grays (export "known_grays") (param $to i32) (result i32) (local $from i32) (local $i i32)
  (local.set $from (i32.load offset=1016 (i32.const 0)))
  (if (i32.eqz (local.get $from)) (then (return (i32.const 0))))
  (loop $next
   (v128.store align=4 (i32.add (local.get $to) (local.get $i)) (v128.load align=4 (i32.add (local.get $from) (local.get $i))))
   (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 16))) (i32.const 1024))))
  (i32.const 1))

 ;; PAGE_RES_IT::restart_row walks from the first word of the page to the first word of a row, several times for each word of the page. Here the
 ;; iterators are moved to the last word before the row, so that three steps of the original loop remain. Lists are circular: their head holds
 ;; the address of the last element, and each element that of the next one.
 (func $skip_to_row (export "skip_to_row") (param $it i32) (param $row i32) (result i32)
  (local $list i32) (local $block i32) (local $rows i32) (local $at i32) (local $first i32) (local $prev i32) (local $block_prev i32)
  (local $last_block i32) (local $last_block_prev i32) (local $last_row i32) (local $last_row_prev i32)
  (local $word i32) (local $word_prev i32)
  ;; The next step of the loop ends it.
  (if (i32.eq (i32.load offset=32 (local.get $it)) (local.get $row)) (then (return (i32.const 0))))
  (local.set $list (i32.add (i32.load (local.get $it)) (i32.const 8)))
  (local.set $block (i32.load (local.get $list)))
  (if (i32.eqz (local.get $block)) (then (return (i32.const 0))))
  (block $found
   (loop $next_block
    (local.set $block_prev (local.get $block))
    (local.set $block (i32.load (local.get $block)))
    (local.set $rows (i32.add (local.get $block) (i32.const 28)))
    (local.set $at (i32.load (local.get $rows)))
    (if (local.get $at) (then
     (loop $next_row
      (local.set $prev (local.get $at))
      (local.set $at (i32.load (local.get $at)))
      (br_if $found (i32.eq (local.get $at) (local.get $row)))
      (if (i32.load offset=20 (local.get $at)) (then
       (local.set $last_block (local.get $block))
       (local.set $last_block_prev (local.get $block_prev))
       (local.set $last_row (local.get $at))
       (local.set $last_row_prev (local.get $prev))))
      (br_if $next_row (i32.ne (local.get $at) (i32.load (local.get $rows)))))))
    (br_if $next_block (i32.ne (local.get $block) (i32.load (local.get $list)))))
   (return (i32.const 0)))
  (if (i32.eqz (local.get $last_row)) (then (return (i32.const 0))))
  ;; The last word that is no part of a combined one, which the iterator skips.
  (local.set $at (i32.load offset=20 (local.get $last_row)))
  (loop $next_word
   (local.set $prev (local.get $at))
   (local.set $at (i32.load (local.get $at)))
   (if (i32.eqz (i32.load8_u offset=265 (local.get $at))) (then
    (local.set $word (local.get $at))
    (local.set $word_prev (local.get $prev))))
   (br_if $next_word (i32.ne (local.get $at) (i32.load offset=20 (local.get $last_row)))))
  (if (i32.eqz (local.get $word)) (then (return (i32.const 0))))
  (local.set $at (local.get $last_block))
  (local.set $prev (local.get $last_block_prev))
  (local.set $it (i32.add (local.get $it) (i32.const 40)))
  (block $done
   (loop $place
    (local.set $first (i32.load (i32.load (local.get $list))))
    (i32.store (local.get $it) (local.get $list))
    (i32.store offset=4 (local.get $it) (local.get $prev))
    (i32.store offset=8 (local.get $it) (local.get $at))
    (i32.store offset=12 (local.get $it) (i32.load (local.get $at)))
    ;; The end of the cycle, and whether it has begun.
    (i32.store offset=16 (local.get $it) (local.get $first))
    (i32.store16 offset=20 (local.get $it) (i32.const 0))
    (i32.store8 offset=22 (local.get $it) (i32.ne (local.get $at) (local.get $first)))
    (local.set $it (i32.add (local.get $it) (i32.const 24)))
    (if (i32.eq (local.get $at) (local.get $last_block)) (then
     (local.set $list (i32.add (local.get $last_block) (i32.const 28)))
     (local.set $at (local.get $last_row))
     (local.set $prev (local.get $last_row_prev))
     (br $place)))
    (br_if $done (i32.eq (local.get $at) (local.get $word)))
    (local.set $list (i32.add (local.get $last_row) (i32.const 20)))
    (local.set $at (local.get $word))
    (local.set $prev (local.get $word_prev))
    (br $place)))
  (i32.const 0)))
