/**
 * Synchronous requests to a warm service: p50 of a one-page digital PDF (target ≤ 40 ms), and of a one-page scan at
 * 200 dpi relative to the `tesseract` command with one thread on the same image (target ≤ 1.3 ×).
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, pageImage, startService } from './service.ts'

const fixtures = join(import.meta.dirname, '../fixtures')
const service = await startService()
const folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-'))
try {
  const digital = readFileSync(join(fixtures, 'pdf-digital/source.pdf'))
  const timed = async (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<number> => {
    const start = performance.now()
    const answer = await service.parse(bytes, name)
    if (answer.code !== 0) throw new Error(answer.message)
    return performance.now() - start
  }
  for (let warm = 0; warm < 10; warm++) await timed(digital, 'digital.pdf')
  const times: number[] = []
  for (let round = 0; round < 60; round++) times.push(await timed(digital, 'digital.pdf'))
  console.log(
    `one-page digital PDF: p50 ${median(times).toFixed(1)} ms, max ${Math.max(...times).toFixed(1)} ms over ${times.length} requests`,
  )

  const { png, path } = pageImage(folder)
  const native = spawnSync('tesseract', ['--version'], { stdio: 'ignore' }).status === 0
  for (let warm = 0; warm < 4; warm++) await timed(png, 'scan.png')
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < 7; round++) {
    ours.push(await timed(png, 'scan.png'))
    if (!native) continue
    const start = performance.now()
    spawnSync('tesseract', [path, '-'], { stdio: 'ignore', env: { ...process.env, OMP_THREAD_LIMIT: '1' } })
    theirs.push(performance.now() - start)
  }
  console.log(`200 dpi scan: p50 ${median(ours).toFixed(0)} ms`)
  if (native)
    console.log(
      `native tesseract, one thread: p50 ${median(theirs).toFixed(0)} ms; ratio ${(median(ours) / median(theirs)).toFixed(2)}`,
    )
  else console.log('native tesseract is not installed (apt-get install tesseract-ocr): no ratio')
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
