/**
 * Converts binary Office files to XML files with LibreOffice, because the XML shows their structure: DOC to DOCX, PPT
 * to PPTX. The files are cached in `out/newer`.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'out/newer')
const newer: Readonly<Record<string, string>> = { '.doc': '.docx', '.ppt': '.pptx' }
const timeoutMs = 120_000

/** `null` for files that are XML themselves. Throws if LibreOffice cannot read the file. */
export function newerForm(
  bytes: Uint8Array,
  fileType: string,
): { readonly bytes: Uint8Array; readonly fileType: string } | null {
  const wanted = newer[fileType]
  if (wanted === undefined) return null
  const kept = join(folder, `${createHash('sha256').update(bytes).digest('hex')}${wanted}`)
  if (!existsSync(kept)) make(bytes, { fileType, wanted, kept })
  return { bytes: new Uint8Array(readFileSync(kept)), fileType: wanted }
}

function make(bytes: Uint8Array, { fileType, wanted, kept }: { fileType: string; wanted: string; kept: string }): void {
  mkdirSync(folder, { recursive: true })
  const job = mkdtempSync(join(tmpdir(), 'sheaf-newer-'))
  try {
    writeFileSync(join(job, `d${fileType}`), bytes)
    const profile = `-env:UserInstallation=file://${join(job, 'profile')}`
    const args = [
      profile,
      '--headless',
      '--norestore',
      '--convert-to',
      wanted.slice(1),
      '--outdir',
      join(job, 'out'),
      join(job, `d${fileType}`),
    ]
    spawnSync(process.env.OFFICE_SOFFICE ?? 'soffice', args, {
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      stdio: 'ignore',
    })
    const made = join(job, 'out', `d${wanted}`)
    if (!existsSync(made)) throw new Error(`LibreOffice makes no ${wanted} of it`)
    copyFileSync(made, kept)
  } finally {
    rmSync(job, { recursive: true, force: true })
  }
}
