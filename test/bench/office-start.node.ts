/**
 * Measures the start of LibreOffice: a two-page DOCX is converted alternately by the service's converter, which starts
 * a process for each document, and by a running instance, to which `soffice --convert-to` with the same profile passes
 * the document. Files in the arguments are then converted by the running instance, to see which of them end it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { createSofficeConverter } from '../../src/office/soffice.node.ts'
import { readScriptArguments } from '../script-arguments.ts'

const usage = `npm run bench -- office-start [--rounds 15] [FILE …]`

const { values, positionals: files } = readScriptArguments(usage, {
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '15' } },
})
const program = process.env.OFFICE_SOFFICE ?? 'soffice'
const timeoutMs = 60_000
const folder = mkdtempSync(join(tmpdir(), 'sheaf-office-start-'))
const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
const tagged = 'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"true"}}'

/** Eighty paragraphs and a table. */
function twoPages(): Uint8Array<ArrayBuffer> {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
  const office = 'http://schemas.openxmlformats.org'
  const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
  const cell = (text: string): string =>
    `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`
  const rows = Array.from(
    { length: 10 },
    (_, row) => `<w:tr>${cell(`Row ${row}`)}${cell('one')}${cell('two')}</w:tr>`,
  ).join('')
  const body = Array.from({ length: 80 }, (_, at) =>
    paragraph(`Paragraph ${at} of a letter that says nothing much.`),
  ).join('')
  return new Uint8Array(
    zipSync({
      '[Content_Types].xml': encode(
        `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      ),
      '_rels/.rels': encode(
        `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="a" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
      'word/document.xml': encode(
        `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body}<w:tbl><w:tblGrid/>${rows}</w:tbl><w:p/></w:body></w:document>`,
      ),
    }),
  )
}

/** Starts the running instance. An open document keeps it from ending after its first conversion. */
async function startInstance(): Promise<{ isRunning(): boolean; end(): void }> {
  const open = join(folder, 'open.rtf')
  writeFileSync(open, '{\\rtf1 open\\par}')
  const child = spawn(program, [profile, '--headless', '--norestore', open], { detached: true, stdio: 'ignore' })
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  await pause(5000)
  return {
    isRunning: () => !ended,
    end() {
      if (child.pid === undefined || ended) return
      process.kill(-child.pid, 'SIGKILL')
    },
  }
}

/** Converts by the running instance. Returns the time in milliseconds, or `null` without a PDF. */
function convertByInstance(path: string): number | null {
  const pdf = join(folder, 'out', `${basename(path, extname(path))}.pdf`)
  rmSync(pdf, { force: true })
  const startedAt = performance.now()
  spawnSync(program, [profile, '--headless', '--convert-to', tagged, '--outdir', join(folder, 'out'), path], {
    timeout: timeoutMs,
    stdio: 'ignore',
  })
  return existsSync(pdf) ? performance.now() - startedAt : null
}

function percentiles(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (ratio: number): string =>
    `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(ratio * sorted.length))] ?? Number.NaN)} ms`
  return `p50 ${at(0.5)}  p95 ${at(0.95)}  (${sorted.length} of ${values.rounds})`
}

async function main(): Promise<void> {
  const bytes = twoPages()
  const path = join(folder, 'two-pages.docx')
  writeFileSync(path, bytes)
  const converter = createSofficeConverter({ program, timeoutMs, concurrency: 1, queueMax: 1, memoryMb: 2048 })
  await converter.warm()
  let instance = await startInstance()
  convertByInstance(path)
  const startedMs: number[] = []
  const runningMs: number[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    const startedAt = performance.now()
    await converter.convert({ bytes, fileType: '.docx', password: null, maxPages: 301, into: 'pdf' })
    startedMs.push(performance.now() - startedAt)
    const ms = convertByInstance(path)
    if (ms !== null) runningMs.push(ms)
  }
  console.log(`a process for each document  ${percentiles(startedMs)}`)
  console.log(`a running instance           ${percentiles(runningMs)}`)
  for (const file of files.filter((path) => existsSync(path))) {
    const copy = join(folder, `d${extname(file).toLowerCase()}`)
    copyFileSync(file, copy)
    const ms = convertByInstance(copy)
    await pause(200)
    console.log(
      `${basename(file).slice(0, 50).padEnd(50)} ${ms === null ? 'no PDF' : `${Math.round(ms)} ms`}${instance.isRunning() ? '' : ', and the running instance has ended'}`,
    )
    if (instance.isRunning()) continue
    instance = await startInstance()
  }
  instance.end()
  await converter.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

if ((spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '') === '')
  console.log('LibreOffice is not installed: nothing is measured.')
else await main()
