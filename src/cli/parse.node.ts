/** `sheaf parse`: converts files in this process. A file that fails does not stop the others, but sets the exit code. */
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
import { openCliConverter } from '../runtime/office-converter.node.ts'
import { createParseDeps } from '../runtime/parse-deps.node.ts'
import { reasonOf, startProblem } from '../runtime/start-errors.node.ts'
import { sampleOf } from '../uploads/sampler.ts'
import { drawDebugBoxes } from './debug-boxes.node.ts'
import { createDebugPages } from './debug-pages.node.ts'
import { outputNames } from './output-names.ts'
import { type ParseRequest, readParseArguments } from './parse-arguments.node.ts'

const help = `sheaf parse FILE… [options]

Converts documents to Markdown, JSON or zip. "-" reads standard input.

  -f, --format FORMAT        markdown (default), json, html or zip; can be repeated
  -o, --out DIR              write DIR/<stem>.md, .json, .html, .zip (default: text to standard output)
      --pages RANGE          pages to parse, counted from 1: 1-5,8
      --ocr MODE             auto (default): pages without usable text; force: all pages; off: no page
      --ocr-languages LIST   OCR languages in order of preference: eng+chi_sim
      --password TEXT        password of a protected PDF or Office file
      --office MODE          auto (default): through LibreOffice if available; convert: always; direct: never
      --speaker-notes        add the speaker notes of slides
      --page-images          add an image of each page, named in the JSON
      --chunk MODE           none (default); title, size or page: add "chunks" to the JSON
      --links                keep hyperlinks in the Markdown and the JSON
      --feature-config JSON  for example '{"enable_title_level_recognition":true,"keep_header_footer":true}'
      --element-formats JSON for example '{"image":"file","table":"markdown"}';
                             image: none (default), base64, or file, which writes DIR/<stem>_images/
      --debug DIR            write DIR/<stem>-p<page>.html: spans, rulings, table candidates with their scores, drawings and blocks
      --debug-boxes DIR      write DIR/<stem>-p<page>.png: each page with the boxes of its blocks

A file that fails is reported as "<file>: <code> <message>"; the others are still converted, and the exit code is 1.
`

const STANDARD_INPUT = '-'
const extensions: Readonly<Record<OutputFormat, string>> = {
  markdown: '.md',
  json: '.json',
  html: '.html',
  zip: '.zip',
}

/** Returns the exit code: 0, 1 if a file failed, or 2 for wrong arguments or settings. */
export async function parseCommand(args: readonly string[]): Promise<number> {
  const read = readParseArguments(args)
  if (read.kind === 'help') {
    process.stdout.write(help)
    return 0
  }
  if (read.kind === 'problems') return refuse(read.problems)
  for (const warning of read.warnings) console.error(`warning: ${warning}`)
  await using opened = new AsyncDisposableStack()
  let deps: ParseDeps
  try {
    deps = openDeps(opened)
  } catch (error) {
    const problem = startProblem(error)
    if (problem === null) throw error
    console.error(problem)
    return 2
  }
  return (await parseFiles(read.request, deps)) === 0 ? 0 : 1
}

/** Throws `ConfigError`. */
function openDeps(opened: AsyncDisposableStack): ParseDeps {
  const deps = createParseDeps(processEnvironment())
  const converter = openCliConverter(processEnvironment(), opened)
  return converter === undefined ? deps : { ...deps, converter }
}

function refuse(problems: readonly string[]): number {
  for (const problem of problems) console.error(`sheaf parse: ${problem}`)
  console.error('"sheaf parse --help" shows the options.')
  return 2
}

/** Returns the number of files that failed. */
async function parseFiles(request: ParseRequest, deps: ParseDeps): Promise<number> {
  // Files that are given twice are parsed once.
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
      const text = request.out === null ? (outputs.markdown ?? outputs.json ?? outputs.html ?? '').trimEnd() : ''
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

/** Standard input gets a name for its outputs. */
function nameOf(file: string): string {
  return file === STANDARD_INPUT ? 'stdin' : file
}

/** Replaces the current line of a terminal. Nothing is shown in logs and pipes. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

/** Parses one file, and writes its outputs if there is an output folder. */
async function parseFile(
  file: string,
  name: string,
  { request, deps }: { request: ParseRequest; deps: ParseDeps },
): Promise<Pick<Awaited<ReturnType<typeof parse>>, 'info' | 'outputs'>> {
  const { options, out, debugBoxes, debug } = request
  const debugPages = debug === null ? null : createDebugPages()
  const source = await openSource(file, options.password)
  const formats = options.outputFormats
  // Debug boxes are drawn from the JSON.
  const parseOptions: ParseOptions =
    debugBoxes === null || formats.includes('json') ? options : { ...options, outputFormats: [...formats, 'json'] }
  const { info, outputs, parsedSource } = await parse(
    source,
    { options: parseOptions, links: imageLinks(request, name), ...(debugPages && { observer: debugPages.observer }) },
    deps,
  )
  if (debugBoxes !== null && outputs.json !== undefined)
    await drawDebugBoxes(parsedSource, outputs.json, { folder: debugBoxes, name, deps })
  if (debug !== null) await debugPages?.write(parsedSource, { folder: debug, name, deps })
  const { json, ...others } = outputs
  const requested = json === undefined || !formats.includes('json') ? others : { ...others, json }
  if (out !== null) await write(requested, name, out).catch(cannotWrite)
  return { info, outputs: requested }
}

async function openSource(file: string, password: string | null): Promise<SourceDocument> {
  const { buffer, byteOffset, byteLength } = await (file === STANDARD_INPUT
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
  const fileType = detectFileType({ ...sampleOf(bytes), fileName })
  if (fileType === null) {
    const known = extractors.flatMap(({ fileTypes }) => fileTypes).join(' ')
    throw new ParseError(1104, `Files with this content are not supported. Supported types: ${known}`)
  }
  return { bytes, fileName, fileType, password }
}

function unreadable(file: string, error: NodeJS.ErrnoException): string {
  return error.code === 'EISDIR'
    ? `This is a folder. Give its files instead: ${join(file, '*.pdf')}`
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
  if (outputs.markdown !== undefined) await writeFile(join(folder, name + extensions.markdown), outputs.markdown)
  if (outputs.json !== undefined) await writeFile(join(folder, name + extensions.json), outputs.json)
  if (outputs.html !== undefined) await writeFile(join(folder, name + extensions.html), outputs.html)
  if (outputs.zip !== undefined) await writeFile(join(folder, name + extensions.zip), outputs.zip)
  if (outputs.images.length === 0) return
  const images = join(folder, `${name}_images`)
  await mkdir(images, { recursive: true })
  for (const image of outputs.images) await writeFile(join(images, image.name), image.bytes)
}

function cannotWrite(error: NodeJS.ErrnoException): never {
  throw new ParseError(
    1137,
    `The output can't be written: ${reasonOf(error)}${error.path === undefined ? '' : ` (${error.path})`}.`,
    { cause: error },
  )
}

/** Resolves when the text is written. */
async function print(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

function describe(error: unknown): { code: number; message: string } {
  if (error instanceof ParseError) return error
  return { code: 1137, message: `Processing failed: ${error instanceof Error ? error.message : String(error)}` }
}
