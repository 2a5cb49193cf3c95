/** SIGKILL of the service while it writes to a bucket: objects there belong to a task, or are removed later. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createS3Blobs } from '../../src/blobs/s3.ts'
import { openSqlite } from '../../src/db/sqlite.node.ts'
import { sweepExpiredTasks } from '../../src/jobs/runner/sweeper.ts'
import { pagesPdf, show } from '../fixtures/pdf-writer.ts'
import { openS3, type S3Server } from '../servers/s3.node.ts'
import { assert, type Check, Machine, pause, type Scenario } from './round.ts'

const pages = 4
/** Larger than a part of an upload, so that it is stored in several. */
const document = new Uint8Array(
  pagesPdf(
    Array.from({ length: pages }, (_, index) => ({ content: show('Body', 11, [72, 720], `Page ${index + 1}`) })),
    [{ entries: '', stream: new Uint8Array(randomBytes(9 << 20)) }],
  ),
)
const shardPages = 2
/** An upload in two parts, the shards, and the result. */
const writesOfTask = 4 + pages / shardPages + 1
const formFields = { element_formats: '{"image":"base64"}', file: new Blob([document]) }
/** Longer than the age of a document without a task at which it is removed. */
const laterMs = 2 * 3_600_000

interface Opened {
  readonly s3: S3Server
  readonly machine: Machine
  readonly writes: string[]
  /** Called with the number of writes since the last submit. */
  onWrite(count: number): void
}

async function open(): Promise<Opened> {
  const writes: string[] = []
  const s3 = await openS3(['sheaf'], (method, path) => {
    if (method !== 'PUT' && method !== 'POST') return
    writes.push(`${method} ${path.replace(/^\/sheaf\/tasks\/[^/]+\//, '').replace(/uploadId=[^&]+/, 'uploadId')}`)
    opened.onWrite(writes.length)
  })
  const machine = new Machine({
    BLOB_URL: 's3://sheaf',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    SHARD_PAGES: String(shardPages),
    TASK_LEASE_MS: '1000',
  })
  const opened: Opened = { s3, machine, writes, onWrite: () => undefined }
  return opened
}

function killDuringWrite(): Scenario {
  let opening: Promise<Opened> | null = null
  return {
    name: 'SIGKILL while the service writes to a bucket',
    async run(round) {
      opening ??= open()
      const opened = await opening
      const { machine, writes } = opened
      await machine.up()
      const killAt = (round % writesOfTask) + 1
      const killed = Promise.withResolvers<void>()
      opened.onWrite = (count) => {
        if (count === killAt) machine.kill().then(killed.resolve, killed.reject)
      }
      writes.length = 0
      const answer = await machine.post('/parse/async', formFields).catch(() => null)
      await killed.promise
      const seen = writes[killAt - 1]
      opened.onWrite = () => undefined
      await machine.up()
      await finishAll(machine)
      if (answer !== null) await verify(answer.data.task_id, machine)
      const before = await sweepLater(opened)
      machine.checkBalances()
      await machine.stop()
      return `${seen}: ${before} orphans`
    },
    async close() {
      const opened = await opening
      await opened?.machine.close()
      opened?.s3.close()
    },
  }
}

/** Also of clients that got no response. */
async function finishAll(machine: Machine): Promise<void> {
  const unfinished = (): number =>
    Number(machine.rows("SELECT count(*) AS n FROM tasks WHERE state NOT IN ('SUCCESS', 'FAILED')")[0]?.n)
  for (const until = Date.now() + 60_000; Date.now() < until && unfinished() > 0; ) await pause(50)
  const failed = machine.rows("SELECT error FROM tasks WHERE state <> 'SUCCESS'")
  assert(failed.length === 0, `a task did not succeed: ${JSON.stringify(failed)}`)
}

async function verify(taskId: string, machine: Machine): Promise<void> {
  const { data }: Check = await machine.finish(taskId)
  assert(data.metadata.pages_billed === pages, `${data.metadata.pages_billed} pages were billed, not ${pages}`)
}

/** Sweeps as the service does two hours later. Returns the number of tasks whose objects were removed. */
async function sweepLater({ s3, machine }: Opened): Promise<number> {
  const blobs = createS3Blobs({ ...s3, region: 'us-east-1', bucket: 'sheaf', prefix: '' })
  const sql = openSqlite(join(machine.dataDir, 'sheaf.sqlite'))
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  try {
    const removed = await sweepExpiredTasks({ sql, blobs, clock: () => Date.now() + laterMs, log })
    const tasks = new Set(machine.rows('SELECT task_id FROM tasks').map(({ task_id: taskId }) => String(taskId)))
    for await (const { blobKey } of blobs.list('tasks/'))
      assert(tasks.has(blobKey.split('/')[1] ?? '') && blobKey.includes('/result-'), `${blobKey} was left`)
    return removed
  } finally {
    await sql.close()
  }
}

export const buckets = (): Scenario[] => [killDuringWrite()]
