/** Temporary folders of LibreOffice jobs. Those of crashed processes are removed at the next start. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface JobFolders {
  /** Creates the folder of this process on first use, and after a failure such as a full disk. */
  home(): Promise<string>
  use<result>(work: (folder: string) => Promise<result>): Promise<result>
  remove(): Promise<void>
}

const FOLDER_PREFIX = 'sheaf-office-'

export function createJobFolders(): JobFolders {
  let created: Promise<string> | null = null

  function home(): Promise<string> {
    created ??= removeLeftovers()
      .then(() => mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`)))
      .catch((error: unknown) => {
        created = null
        throw error
      })
    return created
  }

  return {
    home,
    async use(work) {
      const folder = await mkdtemp(join(await home(), 'job-'))
      try {
        return await work(folder)
      } finally {
        await removeFolder(folder)
      }
    },
    async remove() {
      if (created !== null) await removeFolder(await created)
    },
  }
}

async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 })
}

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(FOLDER_PREFIX) ? Number.parseInt(name.slice(FOLDER_PREFIX.length), 10) : Number.NaN
    if (Number.isNaN(owner)) continue
    const path = join(tmpdir(), name)
    if (owner === process.pid ? await isOwn(path) : isRunning(owner)) continue
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** A restarted container can reuse the process identifier; then the folder is older. */
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
