/** Thread module that runs a network again and again, in two calls at a time. */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openOnnxSession } from '../../src/engines/onnx.node.ts'
import type { ThreadMessage } from '../../src/pool/thread-messages.ts'

const SIDE = 320

parentPort?.on('message', async () => {
  const session = await openOnnxSession(await readFile(workerData.network))
  parentPort?.postMessage({ kind: 'started' } satisfies ThreadMessage)
  const recognize = () => session.run(new Float32Array(3 * SIDE * SIDE), [1, 3, SIDE, SIDE])
  for (;;) await Promise.all([recognize(), recognize()])
})
