/**
 * `sheaf parse`: files → Markdown, JSON and zip beside each other, in this process and without a server.
 * One file that fails never stops the others; the exit code tells.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { buffer as readAll } from 'node:stream/consumers'
import type { ParseDeps } from '../deps.ts'
import type { SourceDocument } from '../extract/open-document.ts'
import { detectFileType, extractors } from '../extract/registry.ts'
import { ParseError } from '../model/errors.ts'
import type { OutputFormat, ParseOptions } from '../model/options.ts'
import { parse } from '../parse.ts'
import type { ImageLinks, RenderedOutputs } from '../render/types.ts'
import { processEnvironment } from '../runtime/config.ts'
import { openQuietConverter } from '../runtime/office-converter.node.ts'
import { createParseDeps } from '../runtime/parse-deps.node.ts'
import { reasonOf, startProblem } from '../runtime/startup.node.ts'
import { drawDebugBoxes } from './debug-boxes.node.ts'
import { outputNames } from './output-names.ts'
import { type ParseRequest, readParseArguments } from './parse-arguments.node.ts'

const parseHelp = `sheaf parse FILE… [options]      documents → Markdown, JSON, zip; "-" reads standard input

  -f, --format FORMAT        markdown (default), json or zip; may be given several times
  -o, --out DIR              writes DIR/<stem>.md, .json, .zip; without it the text goes to standard output
      --pages RANGE          pages to parse, counting from 1: 1-5,8
      --ocr MODE             auto (default): pages without usable text; force: all pages; off: none
      --ocr-languages LIST   in the order to try them: eng+chi_sim
      --password TEXT        opens a protected PDF or Office file
      --office MODE          auto (default): by LibreOffice where it is there; convert: always; direct: never
      --speaker-notes        slides with their notes
      --page-images          a picture of each whole page, named in the JSON
      --chunk MODE           none (default); title: the JSON has "chunks" too, a piece for each section
      --links                hyperlinks in the Markdown and the JSON
      --feature-config JSON  for example '{"enable_title_level_recognition":true,"keep_header_footer":true}'
      --element-formats JSON for example '{"image":"file","table":"markdown"}';
                             image: none (default), base64, or file, which writes DIR/<stem>_images/
      --debug-boxes DIR      writes DIR/<stem>-p<page>.png: each page with the boxes of its blocks

Goes on after a file that fails, says "<file>: <code> <message>" for each, and then ends with 1.`

/** As much as an extractor needs to tell a type. */
const sampleBytes = 65_536
/** Named so by convention. */
const standardInput = '-'
const endings: Readonly<Record<OutputFormat, string>> = { markdown: '.md', json: '.json', zip: '.zip' }

/** Returns the exit code: 0, 1 when a file failed, 2 when the arguments or settings make no sense. */
export async function parseCommand(args: readonly string[]): Promise<number> {
  const read = readParseArguments(args)
  if (read.kind === 'help') {
    console.log(parseHelp)
    return 0
  }
  if (read.kind === 'problems') return complain(read.problems)
  for (const warning of read.warnings) console.error(`warning: ${warning}`)
  await using opened = new AsyncDisposableStack()
  const deps = tryCreateDeps(opened)
  if (typeof deps !== 'string') return (await parseFiles(read.request, deps)) === 0 ? 0 : 1
  console.error(deps)
  return 2
}

/** What parsing needs, or what is wrong with the settings. */
function tryCreateDeps(opened: AsyncDisposableStack): ParseDeps | string {
  try {
    const deps = createParseDeps(processEnvironment())
    const converter = openQuietConverter(processEnvironment(), opened)
    return converter === undefined ? deps : { ...deps, converter }
  } catch (error) {
    const problem = startProblem(error)
    if (problem === null) throw error
    return problem
  }
}

function complain(problems: readonly string[]): number {
  for (const problem of problems) console.error(`sheaf parse: ${problem}`)
  console.error('"sheaf parse --help" shows the options.')
  return 2
}

/** Returns how many files failed. */
async function parseFiles(request: ParseRequest, deps: ParseDeps): Promise<number> {
  // A file that is named twice is parsed once.
  const files = [...new Map(request.files.map((file) => [resolve(file), file])).values()]
  const names = outputNames(files.map(nameOf))
  let failed = 0
  let printed = 0
  for (const [index, file] of files.entries()) {
    const progress = `[${index + 1}/${files.length}] ${file}`
    showProgress(`${progress} …`)
    const start = performance.now()
    try {
      const { info, outputs } = await parseFile(file, names[index] ?? file, { request, deps })
      showProgress(
        `${progress}: ${info.pageCount} page${info.pageCount === 1 ? '' : 's'}, ${((performance.now() - start) / 1000).toFixed(1)} s\n`,
      )
      for (const warning of outputs.warnings) console.error(`${file}: warning: ${warning}`)
      const text = request.out === null ? (outputs.markdown ?? outputs.json ?? '').trimEnd() : ''
      if (text !== '') await print(`${printed++ === 0 ? '' : '\n'}${text}\n`)
    } catch (error) {
      failed++
      showProgress('')
      const { code, message } = describe(error)
      console.error(`${file}: ${code} ${message}`)
    }
  }
  return failed
}

/** What came without a name gets one for its outputs. */
function nameOf(file: string): string {
  return file === standardInput ? 'stdin' : file
}

/** Replaces the line on a terminal; logs and pipes get none. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

/** Parses one file, and writes what it gave where a folder is named. */
async function parseFile(
  file: string,
  name: string,
  { request, deps }: { request: ParseRequest; deps: ParseDeps },
): Promise<Pick<Awaited<ReturnType<typeof parse>>, 'info' | 'outputs'>> {
  const { options, out, debugBoxes } = request
  const source = await openSource(file, options.password)
  const formats = options.outputFormats
  // Boxes are drawn from the JSON, whether or not the caller wants to have it.
  const asked: ParseOptions =
    debugBoxes === null || formats.includes('json') ? options : { ...options, outputFormats: [...formats, 'json'] }
  const { info, outputs, parsedSource } = await parse(
    source,
    { options: asked, links: imageLinks(request, name) },
    deps,
  )
  if (debugBoxes !== null && outputs.json !== undefined)
    await drawDebugBoxes(parsedSource, outputs.json, { folder: debugBoxes, name, deps })
  const { json, ...others } = outputs
  const wanted = json === undefined || !formats.includes('json') ? others : { ...others, json }
  if (out !== null) await write(wanted, name, out).catch(cannotWrite)
  return { info, outputs: wanted }
}

async function openSource(file: string, password: string | null): Promise<SourceDocument> {
  const { buffer, byteOffset, byteLength } = await (file === standardInput
    ? readAll(process.stdin)
    : readFile(file)
  ).catch((error: NodeJS.ErrnoException) => {
    throw new ParseError(error.code === 'ERR_FS_FILE_TOO_LARGE' ? 1118 : 1111, unreadable(file, error), {
      cause: error,
    })
  })
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  if (bytes.length === 0) throw new ParseError(1111, 'The file is empty.')
  const fileName = basename(nameOf(file))
  const fileType = detectFileType({
    head: bytes.subarray(0, sampleBytes),
    tail: bytes.subarray(-sampleBytes),
    size: bytes.length,
    fileName,
  })
  if (fileType === null) {
    const known = extractors.flatMap(({ fileTypes }) => fileTypes).join(' ')
    throw new ParseError(1104, `The content is of no type that Sheaf reads. Readable are: ${known}`)
  }
  return { bytes, fileName, fileType, password }
}

function unreadable(file: string, error: NodeJS.ErrnoException): string {
  return error.code === 'EISDIR'
    ? `This is a folder. Name its files: ${join(file, '*.pdf')}`
    : `The file can't be read: ${reasonOf(error)}.`
}

function imageLinks({ options }: ParseRequest, name: string): ImageLinks {
  switch (options.elementFormats.image) {
    case 'file':
      return { kind: 'file', folder: `${name}_images/` }
    case 'base64':
      return { kind: 'base64' }
    case 'none':
    case 'url':
      return { kind: 'none' }
  }
}

async function write(outputs: RenderedOutputs, name: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  if (outputs.markdown !== undefined) await writeFile(join(folder, name + endings.markdown), outputs.markdown)
  if (outputs.json !== undefined) await writeFile(join(folder, name + endings.json), outputs.json)
  if (outputs.zip !== undefined) await writeFile(join(folder, name + endings.zip), outputs.zip)
  if (outputs.images.length === 0) return
  const images = join(folder, `${name}_images`)
  await mkdir(images, { recursive: true })
  for (const picture of outputs.images) await writeFile(join(images, picture.name), picture.bytes)
}

function cannotWrite(error: NodeJS.ErrnoException): never {
  throw new ParseError(
    1137,
    `The output can't be written: ${reasonOf(error)}${error.path === undefined ? '' : ` (${error.path})`}.`,
    { cause: error },
  )
}

/** Resolves when the text is taken. */
async function print(text: string): Promise<void> {
  await new Promise<void>((taken, failed) => {
    process.stdout.write(text, (error) => (error ? failed(error) : taken()))
  })
}

function describe(error: unknown): { code: number; message: string } {
  if (error instanceof ParseError) return error
  return { code: 1137, message: `Processing failed: ${error instanceof Error ? error.message : String(error)}` }
}
