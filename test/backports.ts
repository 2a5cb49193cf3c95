/**
 * Adds Debian's backports, from the same mirror, on Debian 12: its LibreOffice 7.4 writes no tags for spreadsheets,
 * 25.2 does.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const release = 'bookworm'
const suite = `${release}-backports`
const sourcesFolder = '/etc/apt/sources.list.d'

interface Mirror {
  readonly uri: string
  /** Path of the key; `null`: apt's default keys. */
  readonly signedBy: string | null
}

/** The suite for `apt-get -t`; `null` on other systems. */
export function addBackports(): string | null {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  if (!new RegExp(`^VERSION_CODENAME=${release}$`, 'm').test(system)) return null
  const files = ['/etc/apt/sources.list', ...listFolder(sourcesFolder)].filter((path) => existsSync(path))
  const texts = files.map((path) => readFileSync(path, 'utf8'))
  if (texts.some((text) => new RegExp(`^[^#\n]*\\s${suite}\\s`, 'm').test(text))) return suite
  const mirror = texts.map(findMirror).find((found) => found !== null)
  if (mirror === undefined || mirror === null) return null
  const signed = mirror.signedBy === null ? '' : `Signed-By: ${mirror.signedBy}\n`
  writeFileSync(
    join(sourcesFolder, `${suite}.sources`),
    `Types: deb\nURIs: ${mirror.uri}\nSuites: ${suite}\nComponents: main\n${signed}`,
  )
  return suite
}

function listFolder(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

/** Reads both formats of apt sources: deb822 and one-line. */
export function findMirror(text: string): Mirror | null {
  for (const block of text.split(/\n\s*\n/)) {
    const field = (name: string): string | null =>
      new RegExp(`^${name}:[ \t]*(.+)$`, 'mi').exec(block)?.[1]?.trim() ?? null
    const uri = field('URIs')?.split(/\s+/)[0]
    if (uri !== undefined && field('Suites')?.split(/\s+/).includes(release))
      return { uri, signedBy: field('Signed-By') }
  }
  const line = new RegExp(`^deb\\s+(?:\\[([^\\]]*)\\]\\s+)?(\\S+)\\s+${release}\\s+(?:\\S+\\s+)*?main`, 'm').exec(text)
  return line?.[2] === undefined ? null : { uri: line[2], signedBy: /signed-by=(\S+)/.exec(line[1] ?? '')?.[1] ?? null }
}
