/** LibreOffice as the converter: one sandboxed process, folder and profile per document. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { ParseError } from '../model/errors.ts'
import { linkSignals } from '../model/linked-signal.ts'
import type { ConvertJob, OfficeConverter } from './converter.ts'
import { familyOf, type OfficeFamily } from './formats.ts'
import { createJobFolders } from './job-folders.node.ts'
import { detectSandbox, hidesFiles, type RunEnd, runSandboxed, type Sandbox } from './sandbox.node.ts'
import { copyProfile, makeProfile } from './soffice-profile.node.ts'

export interface SofficeOptions {
  readonly program: string
  readonly timeoutMs: number
  readonly concurrency: number
  readonly queueMax: number
  readonly memoryMb: number
  readonly log?: (message: string, fields: Readonly<Record<string, string | number | boolean>>) => void
}

export interface SofficeConverter extends OfficeConverter {
  /** Converts a built-in document, which makes later conversions faster. */
  warm(): Promise<void>
  close(): Promise<void>
}

const selfTest: ConvertJob = {
  bytes: new TextEncoder().encode(String.raw`{\rtf1\ansi Sheaf\par}`),
  fileType: '.rtf',
  password: null,
  maxPages: 1,
  into: 'pdf',
}

export function createSofficeConverter(options: SofficeOptions): SofficeConverter {
  const { timeoutMs, memoryMb, log = () => undefined } = options
  const semaphore = createSemaphore({ concurrency: options.concurrency, maxWaiting: options.queueMax })
  const closing = new AbortController()
  const folders = createJobFolders()
  const jobs = new Set<Promise<unknown>>()
  let sandbox: Promise<Sandbox> | null = null
  let template: string | null = null
  let warming: Promise<void> | null = null
  /** Before the first success, a failure may be the fault of the installation. */
  let hasConverted = false

  const openSandbox = (folder: string): Promise<Sandbox> => {
    sandbox ??= detectSandbox(folder).then((found) => {
      log('Office converter sandbox', {
        kind: found.kind,
        hidesFiles: hidesFiles(found),
        diesWithParent: found.diesWithParent,
        timeout: found.timeout,
        memory: found.prlimit,
      })
      return found
    })
    return sandbox
  }

  async function convertIn(folder: string, job: ConvertJob, signal: AbortSignal): Promise<Uint8Array> {
    const family = familyOf(job.fileType)
    if (family === null)
      throw new ParseError(1106, `The Office converter does not read files of type "${job.fileType}".`)
    const profile = join(folder, 'profile')
    await Promise.all(['in', 'out', 'tmp'].map((name) => mkdir(join(folder, name), { recursive: true })))
    await (template === null ? makeProfile(profile) : copyProfile(template, profile))
    const input = join(folder, 'in', `d${job.fileType}`)
    await writeFile(input, job.bytes)
    const command = [options.program, ...commandLine({ profile, family, job, out: join(folder, 'out'), input })]
    const end = await runSandboxed(command, { folder, timeoutMs, memoryMb, sandbox: await openSandbox(folder), signal })
    return await readResult(join(folder, 'out', `d.${job.into}`), end, { timeoutMs })
  }

  async function convert(job: ConvertJob, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Uint8Array> {
    const linked = linkSignals(signal === undefined ? [closing.signal] : [signal, closing.signal])
    try {
      return await convertWhenFree(job, linked.signal)
    } finally {
      linked.release()
    }
  }

  async function convertWhenFree(job: ConvertJob, stop: AbortSignal): Promise<Uint8Array> {
    const release = await semaphore.acquire(stop)
    try {
      const converted = await folders.use((folder) => convertIn(folder, job, stop))
      hasConverted = true
      return converted
    } catch (error) {
      if (!hasConverted && error instanceof ParseError && error.code === 1106) await testSelf(stop)
      throw error
    } finally {
      release()
    }
  }

  async function testSelf(signal: AbortSignal): Promise<void> {
    try {
      await folders.use((folder) => convertIn(folder, selfTest, signal))
      hasConverted = true
    } catch (cause) {
      signal.throwIfAborted()
      const message =
        'LibreOffice is installed here, but fails its self-test. Save the file as PDF and send that, or inform the operator.'
      throw new ParseError(1139, message, { status: 503, cause })
    }
  }

  async function warmUp(): Promise<void> {
    const startedAt = performance.now()
    const folder = join(await folders.home(), 'template')
    await mkdir(folder)
    await convertIn(folder, selfTest, closing.signal)
    hasConverted = true
    template = join(folder, 'profile')
    log('Office converter ready', { ms: Math.round(performance.now() - startedAt) })
  }

  function track<result>(work: Promise<result>): Promise<result> {
    jobs.add(work)
    const remove = (): void => {
      jobs.delete(work)
    }
    work.then(remove, remove)
    return work
  }

  return {
    kind: 'embedded',
    convert: (job, control) => track(convert(job, control)),
    async warm() {
      warming ??= track(warmUp())
      await warming
    },
    ready: async () => template !== null,
    async close() {
      closing.abort(new ParseError(1124, 'The service is stopping. Send the document again.'))
      await Promise.allSettled(jobs)
      await folders.remove()
    },
  }
}

interface CommandLine {
  readonly profile: string
  readonly family: OfficeFamily
  readonly job: ConvertJob
  readonly input: string
  readonly out: string
}

function commandLine({ profile, family, job, input, out }: CommandLine): string[] {
  const flag = (value: boolean) => ({ type: 'boolean', value: String(value) })
  const filter = {
    UseTaggedPDF: flag(true),
    ExportBookmarks: flag(true),
    PageRange: { type: 'string', value: `1-${job.maxPages}` },
  }
  return [
    ...['--headless', '--invisible', '--norestore', '--nodefault', '--nolockcheck', '--nologo', '--nofirststartwizard'],
    `-env:UserInstallation=file://${profile}`,
    '--convert-to',
    job.into === 'pdf' ? `pdf:${family}_pdf_Export:${JSON.stringify(filter)}` : 'xlsx:Calc MS Excel 2007 XML',
    '--outdir',
    out,
    input,
  ]
}

/** LibreOffice exits with 0 even if it could not read the document. */
async function readResult(
  path: string,
  end: RunEnd,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<Uint8Array> {
  if (end === 'timeout')
    throw new ParseError(
      1138,
      `The conversion took longer than ${timeoutMs / 1000} seconds, the limit here (OFFICE_TIMEOUT_MS), and was stopped.`,
    )
  if (end === 'aborted')
    throw new ParseError(1124, 'The conversion was stopped before it was finished. Send the document again.')
  try {
    const { buffer, byteOffset, byteLength } = await readFile(path)
    return new Uint8Array(buffer, byteOffset, byteLength)
  } catch (error) {
    throw new ParseError(
      1106,
      'LibreOffice could not read the document: it is damaged, or not of the type that its content indicates.',
      { cause: error },
    )
  }
}
