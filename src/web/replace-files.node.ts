import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes the files the only ones of the folder, while processes read it or write the same set. A file must come after
 * those that it names.
 */
export function replaceFiles(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of files) {
    const path = join(folder, name)
    if (hasContent(path, content)) continue
    const newPath = join(folder, `.${process.pid}.${name}`)
    writeFileSync(newPath, content)
    renameSync(newPath, path)
  }
  for (const name of readdirSync(folder))
    if (!files.has(name) && !name.startsWith('.')) rmSync(join(folder, name), { recursive: true, force: true })
}

function hasContent(path: string, content: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(content)
  } catch {
    return false
  }
}
