/**
 * Resident memory of the whole service during a synchronous parse of a digital PDF of 300 pages.
 * Target: peak ≤ 250 MB + 3 × file size × busy workers + 60 MB per worker.
 */
import { availableParallelism } from 'node:os'
import * as mupdf from 'mupdf'
import { startService } from './service.ts'

/** 300 pages of dense text with a few rules, similar to a report. */
function report(pages: number): Uint8Array<ArrayBuffer> {
  const document = new mupdf.PDFDocument()
  const font = document.addSimpleFont(new mupdf.Font('Times-Roman'))
  for (let index = 0; index < pages; index++) {
    const lines = Array.from(
      { length: 46 },
      (_, line) =>
        `BT /F 11 Tf 60 ${780 - line * 15} Td (Page ${index + 1} line ${line + 1}: the quick brown fox jumps over the lazy dog and runs away.) Tj ET`,
    )
    const page = document.addPage([0, 0, 595, 842], 0, { Font: { F: font } }, `${lines.join('\n')}\n60 60 m 535 60 l S`)
    document.insertPage(-1, page)
  }
  return new Uint8Array(document.saveToBuffer('').asUint8Array().slice())
}

const bytes = report(300)
const workers = availableParallelism()
const service = await startService()
try {
  const idle = service.memory().now
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    const answer = await service.parse(bytes, 'report.pdf')
    if (answer.code !== 0) throw new Error(answer.message)
    times.push(performance.now() - start)
  }
  const { peak } = service.memory()
  const size = bytes.length / 1024 / 1024
  const limit = 250 + 3 * size * workers + 60 * workers
  console.log(
    `300 pages, ${size.toFixed(1)} MiB, ${workers} workers, five times: idle ${idle.toFixed(0)} MiB, peak ${peak.toFixed(0)} MiB of ${limit.toFixed(0)} allowed; ${times.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s`,
  )
} finally {
  await service.stop()
}
