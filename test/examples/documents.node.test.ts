/** The Python programs in the documents. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { formInit } from '../http/form.ts'
import { openApp } from '../http/open-app.node.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-documents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const withoutPython = spawnSync('python3', ['--version']).status !== 0

function programsOf(name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')
  return [...text.matchAll(/^( *)```python\n(.*?)^ *```/gms)].map(([, indent, program = '']) =>
    program.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
}

function python(program: string, input: string) {
  return spawnSync('python3', ['-c', program], { input, encoding: 'utf8', timeout: 30_000 })
}

test.skipIf(withoutPython)('all are valid Python', () => {
  const programs = ['guides.md', 'ocr-service.md'].flatMap(programsOf)
  expect(programs.length).toBeGreaterThan(2)
  const { stderr } = python(
    'import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)',
    JSON.stringify(programs),
  )
  expect(stderr).toBe('')
})

test.skipIf(withoutPython)('the Code node of Dify reads a response', async () => {
  const [node] = programsOf('guides.md')
  await using app = await openDocuments({})
  const program = `${node}\nimport sys\nprint(main(sys.stdin.read())["markdown"])`
  const parsed = python(program, await app.parse(await fixture('pdf-digital'), {}))
  expect([parsed.stdout, parsed.stderr]).toEqual([expect.stringContaining('# The Harvest Report'), ''])
  expect(python(program, await app.parse(await fixture('pdf-digital'), { ocr: 'x' })).stderr).toContain(
    'ValueError: Parameter error: ocr',
  )
})

test.skipIf(withoutPython)('the OCR service answers Sheaf', async () => {
  const port = await freePort()
  const [service = ''] = programsOf('ocr-service.md')
  writeFileSync(join(folder, 'service.py'), service.replace('9000', String(port)))
  // In place of Tesseract: one word, or its error for an unknown language.
  const header = 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext'
  const rows = `${header}\n5\t1\t1\t1\t1\t1\t20\t20\t200\t40\t96.5\tInvoice\n`
  const program = `#!/bin/sh\ncat > /dev/null\nif [ "$4" = deu ]; then echo "no model deu" >&2; exit 1; fi\nprintf '%s' '${rows}'\n`
  writeFileSync(join(folder, 'tesseract'), program, { mode: 0o755 })
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` }
  const running = spawn('python3', ['service.py'], { cwd: folder, env, stdio: 'ignore' })
  try {
    await using app = await openDocuments({ OCR_URL: `http://127.0.0.1:${port}/read` })
    const image = await fixture('image-png')
    let answer = ''
    for (let tries = 0; tries < 20 && !answer.startsWith('{"code":0'); tries++) {
      if (tries > 0) await delay(500)
      answer = await app.parse(image, {})
    }
    expect(answer).toContain('"markdown":"Invoice')
    expect(JSON.parse(await app.parse(image, { ocr_languages: 'deu' }))).toMatchObject({
      code: 1133,
      message: expect.stringContaining('no model deu'),
    })
  } finally {
    running.kill()
  }
})

async function openDocuments(environment: Record<string, string>) {
  const app = await openApp({ environment })
  const { apiKey } = await app.createKey({ freePerDay: 100, freePerMonth: 100, paidPages: 0 })
  return {
    async parse(value: Uint8Array, fields: Record<string, string>): Promise<string> {
      const texts = Object.entries({ api_key: apiKey, ...fields }).map(([name, text]) => ({ name, value: text }))
      const file = { name: 'file', fileName: 'document', value }
      return await (await app.call('/api/v1/parse/sync', { ...formInit([...texts, file]), method: 'POST' })).text()
    },
    [Symbol.asyncDispose]: () => app.close(),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
