/** ONNX networks by the optional package onnxruntime-node. */
/// <reference path="./onnxruntime-node.d.ts" />
import { callNative } from '../concurrency/native-calls.node.ts'
import type { OnnxSession, Tensor } from './onnx.ts'

/** Threads share the cores already. Without the arena, memory of a large page is returned to the system. */
const options = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
  enableMemPattern: false,
} as const

/** Rejects if the package or its binary is missing, or the network is damaged. */
export async function openOnnxSession(network: Uint8Array): Promise<OnnxSession> {
  const { InferenceSession, Tensor } = (await callNative(() => import('onnxruntime-node'))).default
  const session = await callNative(() => InferenceSession.create(network, options))
  const [inputName = ''] = session.inputNames
  const [outputName = ''] = session.outputNames
  return {
    async run(values, shape): Promise<Tensor> {
      const outputs = await callNative(() => session.run({ [inputName]: new Tensor('float32', values, shape) }))
      const output = outputs[outputName]
      if (output === undefined) throw new Error('the network has no output')
      return { values: output.data, shape: output.dims }
    },
  }
}
