/**
 * Converts documents for scoring with the installed LibreOffice and caches the output in `out/converted`, by the
 * version of LibreOffice and the prepared document.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserializeError, ParseError, serializeError } from '../../src/model/errors.ts'
import type { OfficeConverter } from '../../src/office/converter.ts'
import { createSofficeConverter } from '../../src/office/soffice.node.ts'

const folder = join(import.meta.dirname, 'out/converted')

export interface CachingConverter extends OfficeConverter {
  close(): Promise<void>
}

/** `null` without LibreOffice. `OFFICE_SOFFICE` names another program than that on the search path. */
export function openCachingConverter(): CachingConverter | null {
  const program = process.env.OFFICE_SOFFICE ?? 'soffice'
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? ''
  if (version === '') return null
  mkdirSync(folder, { recursive: true })
  const converter = createSofficeConverter({
    program,
    timeoutMs: 120_000,
    concurrency: 1,
    queueMax: 100,
    memoryMb: 4096,
  })
  return {
    kind: 'embedded',
    ready: async () => true,
    close: () => converter.close(),
    async convert(job, control) {
      const { bytes, ...rest } = job
      const hash = createHash('sha256')
        .update(bytes)
        .update(JSON.stringify([rest, version]))
        .digest('hex')
      const path = join(folder, `${hash}.pdf`)
      const refused = join(folder, `${hash}.json`)
      if (existsSync(path)) return new Uint8Array(readFileSync(path))
      if (existsSync(refused)) throw deserializeError(JSON.parse(readFileSync(refused, 'utf8')))
      try {
        const pdf = await converter.convert(job, control)
        // Written under another name, because several threads share the folder.
        writeFileSync(`${path}.${process.pid}.part`, pdf)
        renameSync(`${path}.${process.pid}.part`, path)
        return pdf
      } catch (error) {
        if (error instanceof ParseError && error.code === 1106)
          writeFileSync(refused, JSON.stringify(serializeError(error)))
        throw error
      }
    },
  }
}
