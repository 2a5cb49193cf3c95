/** Process that exits while a thread runs a network. */
import { newRecognizingThread } from './recognizing-thread.node.ts'

const unexpected = (): never => {
  throw new Error('the thread failed')
}
await newRecognizingThread().run({
  job: { kind: 'warm', isFirst: true },
  keepOpen: false,
  transfer: [],
  limitMs: 10_000,
  onPage: () => setTimeout(() => process.exit(130), Number(process.argv[2])),
  toStuckError: unexpected,
  toCrashError: unexpected,
}).response
