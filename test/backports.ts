/**
 * Debian 12 has LibreOffice 7.4, whose sheets come out without tags; its backports have 25.2. Adds that suite from the very mirror that
 * the machine uses already, and leaves every other system as it is.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const release = 'bookworm'
const suite = `${release}-backports`
const sourcesFolder = '/etc/apt/sources.list.d'

interface Mirror {
  readonly uri: string
  /** Path of the key; `null`: apt's own keys. */
  readonly signedBy: string | null
}

/** The suite to install from with `apt-get -t`; `null` where there is nothing to add. */
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

/** Both ways of writing sources: blocks of fields, and one line each. */
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
