/** Used types of onnxruntime-node 1.30: the package is optional. */
declare module 'onnxruntime-node' {
  interface Tensor {
    readonly data: Float32Array
    readonly dims: readonly number[]
  }
  interface InferenceSession {
    readonly inputNames: readonly string[]
    readonly outputNames: readonly string[]
    run(inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>
  }
  const runtime: {
    readonly InferenceSession: { create(model: Uint8Array, options: object): Promise<InferenceSession> }
    readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor
  }
  export default runtime
}
