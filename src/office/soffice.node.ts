/**
 * LibreOffice on this machine as the converter: one process for each document, with a folder and a profile of its own, a few at a
 * time. What a document does to its process ends with it; nothing of a job is left in the file system.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { ParseError } from '../model/errors.ts'
import { linkSignals } from '../model/linked-signal.ts'
import type { ConvertJob, OfficeConverter } from './converter.ts'
import { familyOf, type OfficeFamily } from './formats.ts'
import { detectSandbox, type Run, type RunEnd, runSandboxed, type Sandbox } from './sandbox.node.ts'
import { copyProfile, makeProfile } from './soffice-profile.node.ts'

export interface SofficeOptions {
  /** The program: a path, or a name on the search path. */
  readonly program: string
  readonly timeoutMs: number
  /** Documents at a time. */
  readonly concurrency: number
  /** Documents that may wait for a place. */
  readonly queueMax: number
  readonly memoryMb: number
  readonly note?: (message: string, fields: Readonly<Record<string, string | number | boolean>>) => void
}

export interface SofficeConverter extends OfficeConverter {
  /** Converts a document of our own: a success makes the converter ready and faster. */
  warm(): Promise<void>
  load(): { readonly running: number; readonly waiting: number }
  /** Ends what runs and removes every folder. */
  close(): Promise<void>
}

/** Folders of dead processes are known by the process number in their name. */
const folderPrefix = 'sheaf-office-'
const ownDocument = String.raw`{\rtf1\ansi Sheaf\par}`
const selfTest: ConvertJob = {
  bytes: new TextEncoder().encode(ownDocument),
  fileType: '.rtf',
  password: null,
  maxPages: 1,
  into: 'pdf',
}

export function createSofficeConverter(options: SofficeOptions): SofficeConverter {
  const { timeoutMs, memoryMb, note = () => undefined } = options
  const places = createSemaphore({ concurrency: options.concurrency, maxWaiting: options.queueMax })
  const ending = new AbortController()
  const jobs = new Set<Promise<unknown>>()
  let home: Promise<string> | null = null
  let walls: Promise<Sandbox> | null = null
  let template: string | null = null
  let warming: Promise<void> | null = null
  /** Whether any document went through: before that, a failure may be LibreOffice's own. */
  let works = false

  const openHome = (): Promise<string> => {
    home ??= removeLeftovers()
      .then(() => mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`)))
      .catch((error: unknown) => {
        // A disk that is full has room again later.
        home = null
        throw error
      })
    return home
  }
  const openWalls = (): Promise<Sandbox> => {
    walls ??= detectSandbox().then((found) => {
      note('the Office converter is walled off', {
        network: found.kind,
        endsWithUs: found.endsWithUs,
        timeout: found.timeout,
        memory: found.prlimit,
      })
      return found
    })
    return walls
  }

  async function convertIn(
    folder: string,
    job: ConvertJob,
    control: Pick<Run, 'timeoutMs' | 'signal'>,
  ): Promise<Uint8Array> {
    const family = familyOf(job.fileType)
    if (family === null)
      throw new ParseError(1106, `The Office converter does not read files of type "${job.fileType}".`)
    const profile = join(folder, 'profile')
    await Promise.all(['in', 'out', 'tmp'].map((name) => mkdir(join(folder, name), { recursive: true })))
    await (template === null ? makeProfile(profile) : copyProfile(template, profile))
    // Never the sender's own name.
    const input = join(folder, 'in', `d${job.fileType}`)
    await writeFile(input, job.bytes)
    const command = [options.program, ...commandLine({ profile, family, job, out: join(folder, 'out'), input })]
    const end = await runSandboxed(command, { folder, memoryMb, walls: await openWalls(), ...control })
    return await readResult(join(folder, 'out', `d.${job.into}`), end, control.timeoutMs)
  }

  async function inFolder<result>(work: (folder: string) => Promise<result>): Promise<result> {
    const folder = await mkdtemp(join(await openHome(), 'job-'))
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  }

  async function convert(job: ConvertJob, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Uint8Array> {
    const linked = linkSignals(signal === undefined ? [ending.signal] : [signal, ending.signal])
    try {
      return await convertInTurn(job, linked.signal)
    } finally {
      linked.release()
    }
  }

  async function convertInTurn(job: ConvertJob, stop: AbortSignal): Promise<Uint8Array> {
    const leave = await places.acquire(stop)
    try {
      const made = await inFolder((folder) => convertIn(folder, job, { timeoutMs, signal: stop }))
      works = true
      return made
    } catch (error) {
      if (!works && error instanceof ParseError && error.code === 1106) await testSelf(stop)
      throw error
    } finally {
      leave()
    }
  }

  /** Throws 1139 where not even a document of our own can be converted. */
  async function testSelf(signal: AbortSignal): Promise<void> {
    try {
      await inFolder((folder) => convertIn(folder, selfTest, { timeoutMs, signal }))
      works = true
    } catch (cause) {
      signal.throwIfAborted()
      const message =
        'LibreOffice is installed here, but converts nothing, not even its self-test. Save the file as PDF and send that, or tell the operator.'
      throw new ParseError(1139, message, { status: 503, cause })
    }
  }

  async function warmUp(): Promise<void> {
    const startedAt = performance.now()
    const folder = join(await openHome(), 'template')
    await mkdir(folder)
    await convertIn(folder, selfTest, { timeoutMs, signal: ending.signal })
    works = true
    template = join(folder, 'profile')
    note('the Office converter is ready', { ms: Math.round(performance.now() - startedAt) })
  }

  function track<result>(work: Promise<result>): Promise<result> {
    jobs.add(work)
    const forget = (): void => {
      jobs.delete(work)
    }
    work.then(forget, forget)
    return work
  }

  return {
    place: 'embedded',
    convert: (job, control) => track(convert(job, control)),
    async warm() {
      warming ??= track(warmUp())
      await warming
    },
    ready: async () => template !== null,
    load: () => ({ running: places.running, waiting: places.waiting }),
    async close() {
      ending.abort(new ParseError(1124, 'The service is stopping. Send the document again.'))
      await Promise.allSettled(jobs)
      if (home !== null) await rm(await home, { recursive: true, force: true, maxRetries: 3 })
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
    ...[
      '--convert-to',
      job.into === 'pdf' ? `pdf:${family}_pdf_Export:${JSON.stringify(filter)}` : 'xlsx:Calc MS Excel 2007 XML',
      '--outdir',
      out,
      input,
    ],
  ]
}

/** LibreOffice ends with 0 also when it could not read the document: only the file tells. */
async function readResult(path: string, end: RunEnd, timeoutMs: number): Promise<Uint8Array> {
  if (end === 'late')
    throw new ParseError(
      1138,
      `Converting the document took longer than ${timeoutMs / 1000} seconds, the limit here (OFFICE_TIMEOUT_MS), and was ended.`,
    )
  if (end === 'stopped')
    throw new ParseError(1124, 'The conversion was ended before it was done. Send the document again.')
  try {
    const { buffer, byteOffset, byteLength } = await readFile(path)
    return new Uint8Array(buffer, byteOffset, byteLength)
  } catch (error) {
    throw new ParseError(
      1106,
      'LibreOffice could not read the document: it is damaged, or not what its content claims to be.',
      { cause: error },
    )
  }
}

/** What processes left that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(folderPrefix) ? Number.parseInt(name.slice(folderPrefix.length), 10) : Number.NaN
    if (Number.isNaN(owner)) continue
    const path = join(tmpdir(), name)
    if (owner === process.pid ? await isOwn(path) : isRunning(owner)) continue
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** In a container that was started anew this process has the number of the one that was killed, and finds its folder. */
async function isOwn(path: string): Promise<boolean> {
  const made = await stat(path).catch(() => null)
  return made === null || made.mtimeMs >= Date.now() - process.uptime() * 1000
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
