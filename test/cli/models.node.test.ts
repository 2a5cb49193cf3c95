/** `sheaf models`. Only apt's download is replaced, with packages that are built here. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ModelsError, runProgram } from '../../src/cli/model-sources.node.ts'
import { type ModelsIo, modelsCommand } from '../../src/cli/models.node.ts'

const bundled = join(import.meta.dirname, '../../wasm/models')
const chinese = join(bundled, 'chi_sim.traineddata')
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const chineseHash = hash(readFileSync(chinese))

let folder = ''
let output = ''
let io: ModelsIo
function collect(text: string): void {
  output += text
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sheaf-models-test-'))
  output = ''
  io = {
    modelsDir: join(folder, 'models'),
    out: collect,
    error: collect,
    run: () => Promise.reject(new Error('no program in this test')),
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const installed = (): string[] => {
  try {
    return readdirSync(io.modelsDir).sort()
  } catch {
    return []
  }
}

test('the bundled models match their manifest', async () => {
  const manifest = JSON.parse(readFileSync(join(bundled, 'manifest.json'), 'utf8'))
  expect(manifest.models.map(({ name }: { name: string }) => name)).toEqual(['eng', 'chi_sim'])
  for (const { file, bytes, sha256, licence } of manifest.models) {
    const content = readFileSync(join(bundled, file))
    expect([content.length, hash(content), licence]).toEqual([bytes, sha256, 'Apache-2.0'])
  }
  expect(await modelsCommand(['list'], { ...io, modelsDir: bundled })).toBe(0)
  expect(output).toMatch(
    /^chi_sim\s+2\.5 MB {2}Debian package tesseract-ocr-chi-sim .*\neng\s+4\.1 MB {2}Debian package tesseract-ocr-eng /,
  )
})

describe('from a file', () => {
  test('a model with the right checksum is installed and listed, and can be replaced', async () => {
    const add = ['add', 'zho', '--file', chinese, '--sha256', chineseHash.toUpperCase()]
    expect(await modelsCommand(add, io)).toBe(0)
    expect(await modelsCommand(add, io)).toBe(0)
    expect(installed()).toEqual(['manifest.json', 'zho.traineddata'])
    expect(hash(readFileSync(join(io.modelsDir, 'zho.traineddata')))).toBe(chineseHash)
    expect(JSON.parse(readFileSync(join(io.modelsDir, 'manifest.json'), 'utf8')).models).toHaveLength(1)
    writeFileSync(join(io.modelsDir, 'zho.traineddata'), 'damaged')
    output = ''
    await modelsCommand(['list'], io)
    expect(output).toContain('CHANGED since it was added')
  })

  test('with a wrong checksum, or a file that is not a model, nothing is installed', async () => {
    expect(await modelsCommand(['add', 'zho', '--file', chinese, '--sha256', '0'.repeat(64)], io)).toBe(1)
    expect(output).toContain(`the sha256 of the model is ${chineseHash}`)
    const page = join(folder, 'page.html')
    writeFileSync(page, '<html><body>Not found</body></html>')
    expect(await modelsCommand(['add', 'zho', '--file', page, '--sha256', hash(readFileSync(page))], io)).toBe(1)
    expect(output).toContain('not a Tesseract model')
    expect(installed()).toEqual([])
  })
})

test('from a URL; an error status is reported', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/zho') response.end(readFileSync(chinese))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    expect(await modelsCommand(['add', 'zho', '--url', `${base}/zho`, '--sha256', chineseHash], io)).toBe(0)
    expect(await modelsCommand(['add', 'jpn', '--url', `${base}/jpn`, '--sha256', chineseHash], io)).toBe(1)
    expect(output).toContain('status 404')
    expect(installed()).toEqual(['manifest.json', 'zho.traineddata'])
  } finally {
    server.close()
  }
})

describe('from an npm package', () => {
  /** Replaces `npm pack` by an archive with the Chinese model; `tar` is real. */
  function withArchive(language: string): ModelsIo {
    const inside = join(folder, 'package/4.0.0_best_int')
    mkdirSync(inside, { recursive: true })
    writeFileSync(join(inside, `${language}.traineddata.gz`), gzipSync(readFileSync(chinese)))
    return {
      ...io,
      run: async (program, args, place) => {
        if (program !== 'npm') return runProgram(program, args, place)
        expect(args.slice(0, 2)).toEqual(['pack', `@tesseract.js-data/${language}@1.0.0`])
        return runProgram('tar', ['-czf', join(place, 'packed.tgz'), 'package'], folder)
      },
    }
  }

  test('a model with another checksum than the known one is refused', async () => {
    expect(await modelsCommand(['add', 'jpn', '--npm'], withArchive('jpn'))).toBe(1)
    expect(output).toContain('the model of @tesseract.js-data/jpn@1.0.0 does not have its known sha256')
    expect(installed()).toEqual([])
  })

  test('languages without a known checksum are refused without a download', async () => {
    expect(await modelsCommand(['add', 'rus', '--npm'], io)).toBe(1)
    expect(output).toContain('no known npm package for "rus"; there are ara, chi_tra, deu, fra, hin, jpn, kor, spa')
  })

  test('other sources are excluded', async () => {
    expect(await modelsCommand(['add', 'jpn', '--npm', '--file', chinese], io)).toBe(2)
  })
})

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0

describe.skipIf(!hasDpkg)('from a Debian package', () => {
  /** Replaces `apt-get download` and `apt-cache`; `dpkg-deb` is real. */
  function withPackage(indexHash: (deb: Uint8Array) => string): ModelsIo {
    const root = join(folder, 'tesseract-ocr-xx-yy')
    mkdirSync(join(root, 'DEBIAN'), { recursive: true })
    mkdirSync(join(root, 'usr/share/tesseract-ocr/5/tessdata'), { recursive: true })
    writeFileSync(
      join(root, 'DEBIAN/control'),
      'Package: tesseract-ocr-xx-yy\nVersion: 1:4.1.0-2\nArchitecture: all\nMaintainer: Test <test@localhost>\nDescription: test\n',
    )
    copyFileSync(chinese, join(root, 'usr/share/tesseract-ocr/5/tessdata/xx_yy.traineddata'))
    const deb = join(folder, 'built.deb')
    expect(spawnSync('dpkg-deb', ['-b', '--root-owner-group', root, deb]).status).toBe(0)
    return {
      ...io,
      run: async (program, args, place) => {
        if (program === 'apt-get') copyFileSync(deb, join(place, `${args[1]}_1%3a4.1.0-2_all.deb`))
        else if (program === 'apt-cache') return `Package: ${args[1]}\nSHA256: ${indexHash(readFileSync(deb))}\n`
        else return runProgram(program, args, place)
        return ''
      },
    }
  }

  test('the model is unpacked, and the manifest has package and version', async () => {
    const apt = withPackage(hash)
    expect(await modelsCommand(['add', 'xx_yy'], apt)).toBe(0)
    const { models } = JSON.parse(readFileSync(join(io.modelsDir, 'manifest.json'), 'utf8'))
    expect(models).toEqual([
      {
        name: 'xx_yy',
        file: 'xx_yy.traineddata',
        bytes: 2_469_156,
        sha256: chineseHash,
        source: 'Debian package tesseract-ocr-xx-yy 1:4.1.0-2 (tessdata_fast)',
        licence: 'Apache-2.0',
      },
    ])
  })

  test('a package with another checksum than in the index is refused', async () => {
    expect(
      await modelsCommand(
        ['add', 'xx_yy'],
        withPackage(() => '0'.repeat(64)),
      ),
    ).toBe(1)
    expect(output).toContain('does not have the sha256 of the package index')
    expect(installed()).toEqual([])
  })

  test('an unknown language is named', async () => {
    const unknown = new ModelsError('apt-get download x failed: E: Unable to locate package tesseract-ocr-klingon')
    expect(await modelsCommand(['add', 'klingon'], { ...io, run: () => Promise.reject(unknown) })).toBe(1)
    expect(output).toContain('Debian has no package tesseract-ocr-klingon: "klingon" is not a language of Tesseract')
  })
})

test.each([
  [['add'], '"add" requires one language'],
  [['add', '../x'], 'is not a language name'],
  [['add', 'deu', '--file', 'x'], 'require --sha256'],
  [['add', 'deu', '--url', 'http://example.org/x', '--sha256', '0'.repeat(64)], 'must be an https address'],
  [['add', 'deu', '--sha256', 'abc'], '64 hexadecimal digits'],
  [['remove', 'deu'], 'unknown command "remove deu"'],
])('%j is refused with a reason', async (args, message) => {
  expect(await modelsCommand(args, io)).toBe(2)
  expect(output).toContain(message)
})
