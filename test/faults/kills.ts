/** SIGKILL of the service: during an upload, a task, a join, and between success and response. */
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { illustratedPdf } from '../jobs/documents.ts'
import { assert, Machine, pause, type Scenario } from './round.ts'

const pages = 12
const document = new Uint8Array(illustratedPdf(pages))
const formFields = { element_formats: '{"image":"base64"}', output_formats: '["markdown","json"]' }

/** A machine, and the expected result of its document. */
function openMachine(environment: Record<string, string> = {}) {
  const machine = new Machine(environment)
  let expected = ''
  return {
    machine,
    async ready(): Promise<void> {
      if (expected !== '') return
      await machine.up()
      const answer = await machine.finish(await machine.submit(document, formFields))
      assert(answer.data.status === 'SUCCESS', `the reference task failed: ${answer.data.error}`)
      expected = JSON.stringify(answer.data.result)
    },
    /** The task succeeded with the expected result and was charged once. */
    async verify(taskId: string): Promise<void> {
      const { data } = await machine.finish(taskId)
      assert(data.status === 'SUCCESS', `the task failed: ${data.error}`)
      assert(JSON.stringify(data.result) === expected, 'the result differs from the expected one')
      assert(data.metadata.pages_billed === pages, `${data.metadata.pages_billed} pages were billed, not ${pages}`)
      const [row] = machine.rows('SELECT state, charged FROM ledger WHERE task_id = ?', taskId)
      assert(row?.state === 'settled' && row.charged === pages, `the reservation is ${JSON.stringify(row)}`)
      const left = (): string[] => readdirSync(join(machine.dataDir, 'blobs', 'tasks', taskId))
      for (const until = Date.now() + 5000; left().length > 1 && Date.now() < until; ) await pause(50)
      assert(left().length === 1, `the task has left ${left().join(', ')} in addition to its result`)
    },
  }
}

function killDuringTask(): Scenario {
  const { machine, ready, verify } = openMachine()
  return {
    name: 'SIGKILL during a task',
    async run(round) {
      await ready()
      const taskId = await machine.submit(document, formFields)
      // At a different time of the task in each round.
      await pause(round * 47)
      await machine.kill()
      const [row] = machine.rows('SELECT state, pages_done FROM tasks WHERE task_id = ?', taskId)
      await machine.up()
      await verify(taskId)
      machine.checkBalances()
      return `${row?.state} ${row?.pages_done}`
    },
    close: () => machine.close(),
  }
}

/** Reads the state from the database and kills the service when it is reached. */
function killAtState(name: string, state: 'JOINING' | 'SUCCESS'): Scenario {
  const { machine, ready, verify } = openMachine()
  return {
    name,
    async run() {
      await ready()
      const taskId = await machine.submit(document, formFields)
      const answering = machine.post('/parse/async_check', { task_id: taskId }).then(
        () => 'response',
        () => 'no response',
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
      machine.checkBalances()
      return `${row?.state}, ${await answering}`
    },
    close: () => machine.close(),
  }
}

function killDuringUpload(): Scenario {
  const { machine, ready, verify } = openMachine()
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
      for (let chunk = 0; chunk <= round; chunk++) socket.write(new Uint8Array(400_000).fill(37))
      await pause(60)
      const tasks = machine.rows('SELECT count(*) AS n FROM tasks')[0]?.n
      await machine.kill()
      socket.destroy()
      const spooled = spoolFiles(machine).length
      await machine.up()
      await pause(300)
      assert(spoolFiles(machine).length === 0, `the restart left ${spoolFiles(machine).length} spooled files`)
      assert(machine.rows('SELECT count(*) AS n FROM tasks')[0]?.n === tasks, 'half an upload became a task')
      machine.checkBalances()
      await verify(await machine.submit(document, formFields))
      machine.checkBalances()
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
  const { machine, ready, verify } = openMachine({ SHUTDOWN_TIMEOUT_MS: '0' })
  return {
    name: 'SIGTERM with SHUTDOWN_TIMEOUT_MS=0 during a task',
    async run(round) {
      await ready()
      const taskId = await machine.submit(document, formFields)
      await pause(round * 40)
      await machine.stop()
      const [row] = machine.rows("SELECT count(*) AS leased FROM shards WHERE state = 'leased'")
      assert(row?.leased === 0, `${row?.leased} shards were not released`)
      const [task] = machine.rows('SELECT state, lost, lease_owner FROM tasks WHERE task_id = ?', taskId)
      assert(task?.lost === 0 && task.lease_owner === null, `a step was not released: ${JSON.stringify(task)}`)
      await machine.up()
      await verify(taskId)
      machine.checkBalances()
      return String(task.state)
    },
    close: () => machine.close(),
  }
}

function killRepeatedly(): Scenario {
  const { machine, ready, verify } = openMachine()
  return {
    name: 'SIGKILL three times during two tasks',
    async run(round) {
      await ready()
      const tasks = [await machine.submit(document, formFields), await machine.submit(document, formFields)]
      for (let kill = 0; kill < 3; kill++) {
        await pause(60 + ((round * 31 + kill * 83) % 240))
        await machine.kill()
        await machine.up()
      }
      for (const taskId of tasks) await verify(taskId)
      machine.checkBalances()
      return ''
    },
    close: () => machine.close(),
  }
}

/** Kills the service whenever it processes a certain page, as a page would that takes all memory. */
function poison(): Scenario {
  const { machine, ready, verify } = openMachine({ TASK_CONCURRENCY: '3', WORKER_THREADS: '2', MAX_ATTEMPTS: '2' })
  const badPosition = 4
  return {
    name: 'a page that crashes its process at each attempt, and two other tasks',
    async run() {
      await ready()
      const before = await machine.submit(document, formFields)
      const bad = await machine.submit(document, formFields)
      const after = await machine.submit(document, formFields)
      let crashes = 0
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
        crashes++
        await machine.up()
      }
      const { data } = await machine.finish(bad)
      assert(data.status === 'FAILED' && data.error_code === 1137, `the task ended as ${data.status}`)
      assert(data.error?.includes(`Page ${badPosition + 1}`) === true, `the page was not named: ${data.error}`)
      for (const taskId of [before, after]) await verify(taskId)
      machine.checkBalances()
      return `${crashes} crashes`
    },
    close: () => machine.close(),
  }
}

export const kills = (): Scenario[] => [
  killDuringUpload(),
  killDuringTask(),
  killAtState('SIGKILL while joining', 'JOINING'),
  killAtState('SIGKILL between success and response', 'SUCCESS'),
  killRepeatedly(),
  stopDuringTask(),
  poison(),
]
