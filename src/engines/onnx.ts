/** Port of an ONNX runtime: one network with one input and one output of 32-bit numbers. */

export interface OnnxSession {
  /** `shape` of the input; `values` are in the order of its dimensions. Blocks the thread. */
  run(values: Float32Array, shape: readonly number[]): Promise<Tensor>
}

export interface Tensor {
  readonly values: Float32Array
  readonly shape: readonly number[]
}
