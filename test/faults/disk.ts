/** A disk for blobs that is really full: a small file system in memory, filled to the last byte while a task is at work. Needs root to mount it. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { illustratedPdf } from '../jobs/documents.ts'
import { demand, Machine, pause, type Scenario } from './round.ts'

const pages = 12
const document = new Uint8Array(illustratedPdf(pages))
const wishes = { element_formats: '{"image":"base64"}' }
/** Room for the results of all rounds. */
const sizeMb = 128

/** `null` where this user may not mount one. */
function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder], { stdio: 'ignore' }).status === 0)
    return folder
  rmSync(folder, { recursive: true })
  return null
}

/** A file that grows until there is no room. */
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
            demand(
              error instanceof Error && 'code' in error && error.code === 'ENOSPC',
              `the disk failed otherwise: ${error}`,
            )
            break
          }
        }
    },
    makeRoom(): void {
      closeSync(file)
      rmSync(path)
    },
  }
}

function fullDisk(folder: string): Scenario {
  const machine = new Machine({ BLOB_URL: `file://${folder}`, MAX_ATTEMPTS: '2' })
  let undisturbed = ''
  return {
    name: 'the disk for blobs is full for a while',
    async run(round) {
      if (undisturbed === '') {
        await machine.up()
        undisturbed = JSON.stringify((await machine.finish(await machine.submit(document, wishes))).data.result)
      }
      const taskId = await machine.submit(document, wishes)
      // Spread over the whole life of a task.
      await pause(round * 30)
      const filler = openFiller(folder)
      filler.fill()
      const [row] = machine.rows('SELECT state, pages_done FROM tasks WHERE task_id = ?', taskId)
      const count = () => Number(machine.rows('SELECT count(*) AS n FROM tasks')[0]?.n)
      const accepted = [taskId]
      const before = count()
      for (let refused = false; !refused; ) {
        const answer = await machine.post('/parse/async', { ...wishes, file: new Blob([document]) })
        refused = answer.code !== 0
        demand(
          !refused || answer.code === 1124,
          `a document that can't be stored was answered with ${answer.code}: ${answer.message}`,
        )
        // The first task may have ended and left room: then this one was stored.
        if (!refused) accepted.push(answer.data.task_id)
        demand(accepted.length < 10, 'the disk is not full')
        filler.fill()
      }
      demand(count() === before + accepted.length - 1, 'a document that was not stored became a task')
      await pause(400)
      filler.makeRoom()
      for (const each of accepted) {
        const { data } = await machine.finish(each)
        demand(data.status === 'SUCCESS', `a task failed: ${data.error}`)
        demand(JSON.stringify(data.result) === undisturbed, 'the result differs from the undisturbed one')
      }
      machine.checkBooks()
      const temporary = readdirSync(join(folder, '.tmp'))
      demand(temporary.length === 0, `${temporary.length} temporary files were left`)
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
