/** Port of an ONNX runtime: one network with one input and one output of 32-bit numbers. */

export interface OnnxSession {
  /** `values` are in the order of the dimensions in `shape`. Blocks the thread. */
  run(values: Float32Array, shape: readonly number[]): Promise<Tensor>
}

export interface Tensor {
  readonly values: Float32Array
  readonly shape: readonly number[]
}
