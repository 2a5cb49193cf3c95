/** A full disk for blobs: a small file system in memory, filled during a task. Needs root to mount it. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { illustratedPdf } from '../jobs/documents.ts'
import { assert, Machine, pause, type Scenario } from './round.ts'

const pages = 12
const document = new Uint8Array(illustratedPdf(pages))
const formFields = { element_formats: '{"image":"base64"}' }
/** Enough for the results of all rounds. */
const sizeMb = 128

/** `null` without the permission to mount. */
function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder], { stdio: 'ignore' }).status === 0)
    return folder
  rmSync(folder, { recursive: true })
  return null
}

/** A file that fills the disk. */
function openFiller(folder: string) {
  const path = join(folder, '.filler')
  const file = openSync(path, 'w')
  return {
    fill(): void {
      for (const bytes of [new Uint8Array(1 << 20), new Uint8Array(4096)])
        for (;;) {
          try {
            writeSync(file, bytes)
          } catch (error) {
            assert(
              error instanceof Error && 'code' in error && error.code === 'ENOSPC',
              `unexpected error of the disk: ${error}`,
            )
            break
          }
        }
    },
    free(): void {
      closeSync(file)
      rmSync(path)
    },
  }
}

function fullDisk(folder: string): Scenario {
  const machine = new Machine({ BLOB_URL: `file://${folder}`, MAX_ATTEMPTS: '2' })
  let expected = ''
  return {
    name: 'the disk for blobs is full for a while',
    async run(round) {
      if (expected === '') {
        await machine.up()
        expected = JSON.stringify((await machine.finish(await machine.submit(document, formFields))).data.result)
      }
      const taskId = await machine.submit(document, formFields)
      // At a different time of the task in each round.
      await pause(round * 30)
      const filler = openFiller(folder)
      filler.fill()
      const [row] = machine.rows('SELECT state, pages_done FROM tasks WHERE task_id = ?', taskId)
      const count = () => Number(machine.rows('SELECT count(*) AS n FROM tasks')[0]?.n)
      const accepted = [taskId]
      const before = count()
      for (let refused = false; !refused; ) {
        const answer = await machine.post('/parse/async', { ...formFields, file: new Blob([document]) })
        refused = answer.code !== 0
        assert(
          !refused || answer.code === 1124,
          `a document that cannot be stored got ${answer.code}: ${answer.message}`,
        )
        // If the first task has ended there is space again.
        if (!refused) accepted.push(answer.data.task_id)
        assert(accepted.length < 10, 'the disk is not full')
        filler.fill()
      }
      assert(count() === before + accepted.length - 1, 'a document that was not stored became a task')
      await pause(400)
      filler.free()
      for (const each of accepted) {
        const { data } = await machine.finish(each)
        assert(data.status === 'SUCCESS', `a task failed: ${data.error}`)
        assert(JSON.stringify(data.result) === expected, 'the result differs from the expected one')
      }
      machine.checkBalances()
      const temporary = readdirSync(join(folder, '.tmp'))
      assert(temporary.length === 0, `${temporary.length} temporary files were left`)
      return `${row?.state} ${row?.pages_done}${accepted.length > 1 ? ` and ${accepted.length - 1} more` : ''}`
    },
    async close() {
      await machine.close()
      spawnSync('umount', [folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function disks(): Scenario[] {
  const folder = mountDisk()
  if (folder !== null) return [fullDisk(folder)]
  console.log('No file system can be mounted (that takes root): skipping the full disk')
  return []
}
