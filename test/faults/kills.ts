/** SIGKILL of the whole service: during an upload, at any moment of a task, while it joins, between settling and answering. */

import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { illustratedPdf } from '../jobs/documents.ts'
import { demand, Machine, pause, type Scenario } from './round.ts'

const pages = 12
const document = new Uint8Array(illustratedPdf(pages))
const wishes = { element_formats: '{"image":"base64"}', output_formats: '["markdown","json"]' }

/** A machine, and the result that its document has when nothing disturbs it. */
function disturbed(environment: Record<string, string> = {}) {
  const machine = new Machine(environment)
  let undisturbed = ''
  return {
    machine,
    async ready(): Promise<void> {
      if (undisturbed !== '') return
      await machine.up()
      const answer = await machine.finish(await machine.submit(document, wishes))
      demand(answer.data.status === 'SUCCESS', `the undisturbed task failed: ${answer.data.error}`)
      undisturbed = JSON.stringify(answer.data.result)
    },
    /** The task ended well, with the undisturbed result, charged once. */
    async verify(taskId: string): Promise<void> {
      const { data } = await machine.finish(taskId)
      demand(data.status === 'SUCCESS', `the task failed: ${data.error}`)
      demand(JSON.stringify(data.result) === undisturbed, 'the result differs from the undisturbed one')
      demand(data.metadata.pages_billed === pages, `${data.metadata.pages_billed} pages were billed, not ${pages}`)
      const [row] = machine.rows('SELECT state, charged FROM ledger WHERE task_id = ?', taskId)
      demand(row?.state === 'settled' && row.charged === pages, `the ledger says ${JSON.stringify(row)}`)
      const left = (): string[] => readdirSync(join(machine.dataDir, 'blobs', 'tasks', taskId))
      for (const until = Date.now() + 5000; left().length > 1 && Date.now() < until; ) await pause(50)
      demand(left().length === 1, `the task has left ${left().join(', ')} beside its result`)
    },
  }
}

function killDuringTask(): Scenario {
  const { machine, ready, verify } = disturbed()
  return {
    name: 'SIGKILL during a task',
    async run(round) {
      await ready()
      const taskId = await machine.submit(document, wishes)
      // Spread over the whole life of a task, which takes about half a second here.
      await pause(round * 47)
      await machine.kill()
      const [row] = machine.rows('SELECT state, pages_done FROM tasks WHERE task_id = ?', taskId)
      await machine.up()
      await verify(taskId)
      machine.checkBooks()
      return `${row?.state} ${row?.pages_done}`
    },
    close: () => machine.close(),
  }
}

/** Waits for a row's state without the service's help, and kills at that moment. */
function killAtState(name: string, state: 'JOINING' | 'SUCCESS'): Scenario {
  const { machine, ready, verify } = disturbed()
  return {
    name,
    async run() {
      await ready()
      const taskId = await machine.submit(document, wishes)
      const answering = machine.post('/parse/async_check', { task_id: taskId }).then(
        () => 'answered',
        () => 'not answered',
      )
      let seen = ''
      const order = ['QUEUING', 'PROCESSING', 'JOINING', 'SUCCESS', 'FAILED']
      for (
        const until = Date.now() + 20_000;
        Date.now() < until && order.indexOf(seen) < order.indexOf(state);
        await pause(1)
      )
        seen = String(machine.rows('SELECT state FROM tasks WHERE task_id = ?', taskId)[0]?.state)
      await machine.kill()
      const [row] = machine.rows('SELECT state FROM tasks WHERE task_id = ?', taskId)
      await machine.up()
      await verify(taskId)
      machine.checkBooks()
      return `${row?.state}, ${await answering}`
    },
    close: () => machine.close(),
  }
}

function killDuringUpload(): Scenario {
  const { machine, ready, verify } = disturbed()
  return {
    name: 'SIGKILL during an upload',
    async run(round) {
      await ready()
      const { hostname, port } = new URL(machine.url)
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      const head = `--b\r\nContent-Disposition: form-data; name="api_key"\r\n\r\n${machine.apiKey}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="book.pdf"\r\n\r\n`
      socket.write(
        `POST /api/v1/parse/async HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 20000000\r\n\r\n${head}`,
      )
      for (let piece = 0; piece <= round; piece++) socket.write(new Uint8Array(400_000).fill(37))
      await pause(60)
      const tasks = machine.rows('SELECT count(*) AS n FROM tasks')[0]?.n
      await machine.kill()
      socket.destroy()
      const spooled = spoolFiles(machine).length
      await machine.up()
      await pause(300)
      demand(spoolFiles(machine).length === 0, `the restart left ${spoolFiles(machine).length} spooled files`)
      demand(machine.rows('SELECT count(*) AS n FROM tasks')[0]?.n === tasks, 'half an upload became a task')
      machine.checkBooks()
      await verify(await machine.submit(document, wishes))
      machine.checkBooks()
      return `${spooled} spooled`
    },
    close: () => machine.close(),
  }
}

function spoolFiles(machine: Machine): string[] {
  return readdirSync(join(machine.dataDir, 'spool'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
}

function stopDuringTask(): Scenario {
  const { machine, ready, verify } = disturbed({ SHUTDOWN_TIMEOUT_MS: '0' })
  return {
    name: 'SIGTERM without patience during a task',
    async run(round) {
      await ready()
      const taskId = await machine.submit(document, wishes)
      await pause(round * 40)
      await machine.stop()
      const [row] = machine.rows("SELECT count(*) AS leased FROM shards WHERE state = 'leased'")
      demand(row?.leased === 0, `${row?.leased} shards were not given back`)
      const [task] = machine.rows('SELECT state, lost, lease_owner FROM tasks WHERE task_id = ?', taskId)
      demand(task?.lost === 0 && task.lease_owner === null, `a step was not given back: ${JSON.stringify(task)}`)
      await machine.up()
      await verify(taskId)
      machine.checkBooks()
      return String(task.state)
    },
    close: () => machine.close(),
  }
}

function killAgainAndAgain(): Scenario {
  const { machine, ready, verify } = disturbed()
  return {
    name: 'SIGKILL three times in one task, with another beside it',
    async run(round) {
      await ready()
      const tasks = [await machine.submit(document, wishes), await machine.submit(document, wishes)]
      for (let kill = 0; kill < 3; kill++) {
        await pause(60 + ((round * 31 + kill * 83) % 240))
        await machine.kill()
        await machine.up()
      }
      for (const taskId of tasks) await verify(taskId)
      machine.checkBooks()
      return ''
    },
    close: () => machine.close(),
  }
}

/** Kills the service whenever it works on one page of one document, as a page would that takes all memory. */
function poison(): Scenario {
  const { machine, ready, verify } = disturbed({ TASK_CONCURRENCY: '3', WORKER_THREADS: '2', MAX_ATTEMPTS: '2' })
  const badPosition = 4
  return {
    name: 'a page that kills its process each time, with other tasks beside it',
    async run() {
      await ready()
      const before = await machine.submit(document, wishes)
      const bad = await machine.submit(document, wishes)
      const after = await machine.submit(document, wishes)
      let deaths = 0
      const isOver = (): boolean =>
        ['SUCCESS', 'FAILED'].includes(String(machine.rows('SELECT state FROM tasks WHERE task_id = ?', bad)[0]?.state))
      for (const until = Date.now() + 90_000; Date.now() < until && !isOver(); await pause(1)) {
        const [row] = machine.rows(
          "SELECT first, last, attempts, lease_until FROM shards WHERE task_id = ? AND first <= ? AND last >= ? AND state = 'leased' AND lease_until > ?",
          bad,
          badPosition,
          badPosition,
          Date.now(),
        )
        if (row === undefined) continue
        await machine.kill()
        deaths++
        await machine.up()
      }
      const { data } = await machine.finish(bad)
      demand(data.status === 'FAILED' && data.error_code === 1137, `the poison ended as ${data.status}`)
      demand(data.error?.includes(`Page ${badPosition + 1}`) === true, `the poison was not named: ${data.error}`)
      for (const taskId of [before, after]) await verify(taskId)
      machine.checkBooks()
      return `${deaths} deaths`
    },
    close: () => machine.close(),
  }
}

export const kills = (): Scenario[] => [
  killDuringUpload(),
  killDuringTask(),
  killAtState('SIGKILL while joining', 'JOINING'),
  killAtState('SIGKILL between settling and answering', 'SUCCESS'),
  killAgainAndAgain(),
  stopDuringTask(),
  poison(),
]
