/**
 * `node test/faults/office.ts [--limit N]`: hostile Office files with a real converter: links to a listener on this
 * machine, zip bombs, and the Office files of `robustness/poi` and `robustness/tika`. Each must be parsed or refused,
 * without network access, and leave no process or folder.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { strToU8, zipSync } from 'fflate'
import { detectFileType } from '../../src/extract/registry.ts'
import { ParseError } from '../../src/model/errors.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import { familyOf } from '../../src/office/formats.ts'
import { createSofficeConverter } from '../../src/office/soffice.node.ts'
import { parse } from '../../src/parse.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { sampleOf } from '../../src/uploads/sampler.ts'

const { values } = parseArgs({ options: { limit: { type: 'string' } } })
const bench = resolve(process.env.BENCH_DIR ?? join(import.meta.dirname, '../../../shared/bench'))
const timeoutMs = 60_000
/** The time limit of the converter plus parsing. */
const hangMs = 150_000
const options: ParseOptions = {
  ...defaultOptions,
  office: 'convert',
  ocr: 'off',
  elementFormats: { ...defaultOptions.elementFormats, image: 'none' },
}
const secret = 'text that no document may read'

let hits = 0
const listener = createServer((request, response) => {
  hits++
  console.log(`  HIT ${request.method} ${request.url}`)
  response.end('GIF89a')
})
await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
const folder = mkdtempSync(join(tmpdir(), 'sheaf-hostile-'))
writeFileSync(join(folder, 'secret.txt'), secret)

const program = process.env.OFFICE_SOFFICE ?? 'soffice'
const converter = createSofficeConverter({ program, timeoutMs, concurrency: 1, queueMax: 4, memoryMb: 2048 })
const deps = { ...createParseDeps({}), converter }
const counts = new Map<string, number>()
const problems: string[] = []
await converter.warm()
for (const [name, bytes] of attacks()) await tryFile(name, bytes, true)
if (existsSync(join(bench, 'robustness'))) {
  const files = ['poi', 'tika'].flatMap((set) =>
    readdirSync(join(bench, 'robustness', set)).map((name) => join(bench, 'robustness', set, name)),
  )
  for (const path of files.slice(0, values.limit === undefined ? undefined : Number(values.limit)))
    await tryFile(path.slice(bench.length + 12), new Uint8Array(readFileSync(path)), false)
} else console.log(`There is no corpus in ${bench}: only the attacks were tried.`)
await converter.close()
listener.closeAllConnections()
listener.close()
rmSync(folder, { recursive: true, force: true })

const left = readdirSync(tmpdir()).filter((name) => name.startsWith(`sheaf-office-${process.pid}-`))
if (left.length > 0) problems.push(`remaining folders: ${left.join(', ')}`)
const processes = spawnSync('pgrep', ['-f', `sheaf-office-${process.pid}-`], { encoding: 'utf8' }).stdout.trim()
if (processes !== '') problems.push(`remaining processes: ${processes}`)
if (hits > 0) problems.push(`the listener was reached ${hits} times`)
console.log(
  `\n${[...counts]
    .sort()
    .map(([outcome, count]) => `${outcome}: ${count}`)
    .join('  ')}`,
)
console.log(
  problems.length === 0 ? `0 hangs, 0 hits, nothing left.` : `${problems.length} problems:\n${problems.join('\n')}`,
)
process.exitCode = problems.length === 0 ? 0 : 1

/** `isAttack`: the secret must not be in the output. */
async function tryFile(name: string, bytes: Uint8Array, isAttack: boolean): Promise<void> {
  const fileName = name.split('/').at(-1) ?? name
  const fileType = detectFileType({ ...sampleOf(bytes), fileName })
  // Types with their own reader do not need the converter, for example web pages with an Office name.
  if (fileType === null || (familyOf(fileType) === null && !isAttack)) return
  const startedAt = performance.now()
  let outcome = 'converted'
  try {
    const work = parse(
      { bytes, fileName, fileType, password: null },
      { options: familyOf(fileType) === null ? { ...options, office: 'auto' } : options, links: { kind: 'none' } },
      deps,
    )
    const { outputs } = await Promise.race([work, hang()])
    if (`${outputs.markdown}${outputs.json}`.includes(secret)) problems.push(`${name}: reads files of this machine`)
  } catch (error) {
    outcome = error instanceof ParseError ? String(error.code) : 'defect'
    if (outcome === 'defect')
      problems.push(
        `${name}: ${error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 3).join(' ') : String(error)}`,
      )
    else if (isAttack || outcome !== '1106')
      console.log(`  ${name}: ${outcome} ${error instanceof Error ? error.message.slice(0, 110) : ''}`)
  }
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  const seconds = (performance.now() - startedAt) / 1000
  if (seconds > 15) console.log(`  ${name}: ${outcome} after ${seconds.toFixed(0)} s`)
}

function hang(): Promise<never> {
  return new Promise((_, reject) =>
    setTimeout(() => reject(new Error(`no answer within ${hangMs} ms`)), hangMs).unref(),
  )
}

function attacks(): [string, Uint8Array][] {
  const word =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
  const drawing =
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
  const linked = `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="a"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="a"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rId9"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
  const docx = (target: string, body = linked) =>
    pack({
      '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      'word/document.xml': `<w:document ${word} ${drawing}><w:body><w:p><w:r><w:t>before</w:t></w:r></w:p>${body}</w:body></w:document>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${target}" TargetMode="External"/></Relationships>`,
    })
  const office = 'urn:oasis:names:tc:opendocument:xmlns:'
  const odt = (body: string) =>
    pack({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${office}manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
      'content.xml': `<office:document-content xmlns:office="${office}office:1.0" xmlns:text="${office}text:1.0" xmlns:draw="${office}drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="${office}svg-compatible:1.0"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    })
  const frame = (target: string) =>
    `<text:p>a<draw:frame svg:width="2cm" svg:height="2cm"><draw:image xlink:href="${target}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`
  const local = `file://${join(folder, 'secret.txt')}`
  const wrongSize = docx(address)
  const at = new DataView(wrongSize.buffer, wrongSize.byteOffset)
  at.setUint32(at.getUint32(wrongSize.length - 22 + 16, true) + 24, 0xf0000000, true)
  const page = `<html><head><link rel="stylesheet" href="${address}/css"></head><body><img src="${address}/img"><iframe src="${local}"></iframe></body></html>`
  const deep = `${'<w:sdt><w:sdtContent>'.repeat(3000)}${'</w:sdtContent></w:sdt>'.repeat(3000)}`
  return [
    ['linked picture.docx', docx(`${address}/docx`)],
    ['picture of this machine.docx', docx(local)],
    [
      'field.docx',
      docx(
        address,
        `<w:p><w:fldSimple w:instr=" INCLUDEPICTURE &quot;${address}/field&quot; "><w:r><w:t>x</w:t></w:r></w:fldSimple><w:fldSimple w:instr=" INCLUDETEXT &quot;${local}&quot; "><w:r><w:t>y</w:t></w:r></w:fldSimple></w:p>`,
      ),
    ],
    ['linked picture.odt', odt(frame(`${address}/odt`))],
    [
      'linked section.odt',
      odt(
        `<text:section text:name="s"><text:section-source xlink:href="${local}" xlink:type="simple"/><text:p>cached</text:p></text:section><text:section text:name="t"><text:section-source xlink:href="${address}/section" xlink:type="simple"/><text:p>cached</text:p></text:section>`,
      ),
    ],
    ['web page.doc', strToU8(page)],
    ['web page.xls', strToU8(page)],
    ['web page.rtf', strToU8(page)],
    [
      'fields.rtf',
      strToU8(
        String.raw`{\rtf1\ansi {\field{\*\fldinst INCLUDEPICTURE "${address}/rtf" \\d}{\fldrslt x}} {\field{\*\fldinst INCLUDETEXT "${local}"}{\fldrslt y}}\par}`,
      ),
    ],
    ['wrong-size.docx', wrongSize],
    ['deep.docx', docx(address, deep)],
    [
      'bomb.docx',
      zipSync(
        { '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': new Uint8Array(300 << 20) },
        { level: 1 },
      ),
    ],
  ]
}

function pack(parts: Record<string, string>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}
