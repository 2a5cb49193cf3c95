/** Outputs get their names when all are complete: an interruption leaves no half-written file. */
import { renameSync, rmSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ParseError } from '../model/errors.ts'
import type { OutputFormat } from '../model/options.ts'
import type { RenderedOutputs } from '../render/types.ts'
import { makeFolder } from '../runtime/make-folder.node.ts'
import { reasonOf } from '../runtime/start-errors.node.ts'
import { imageFolderOf } from './file-task.ts'

const extensions: Readonly<Record<OutputFormat, string>> = {
  markdown: '.md',
  json: '.json',
  html: '.html',
  zip: '.zip',
  chunks: '.jsonl',
}
const temporary = new Set<string>()
let temporaryCount = 0
const removeTemporary = (): void => {
  for (const path of temporary) rmSync(path, { force: true })
}

/** `target` is a path without extension. Throws `ParseError` 1137. */
export async function writeOutputs(outputs: RenderedOutputs, target: string): Promise<void> {
  const images = join(dirname(target), imageFolderOf(basename(target)))
  const files = outputs.images.map(({ name, bytes }): [string, Uint8Array | string] => [join(images, name), bytes])
  for (const [format, extension] of Object.entries(extensions) as [OutputFormat, string][]) {
    const content = outputs[format]
    if (content !== undefined) files.push([target + extension, content])
  }
  await writeTogether(files).catch((error: NodeJS.ErrnoException & { dest?: string }) => {
    const path = error.dest ?? error.path
    const where = path === undefined ? '' : ` (${path})`
    throw new ParseError(1137, `The output can't be written: ${reasonOf(error)}${where}.`, { cause: error })
  })
}

export async function isUpToDate(source: string, target: string, formats: readonly OutputFormat[]): Promise<boolean> {
  const modified = async (path: string): Promise<number | null> => (await stat(path).catch(() => null))?.mtimeMs ?? null
  const changed = await modified(source)
  if (changed === null) return false
  for (const format of formats) {
    const written = await modified(target + extensions[format])
    if (written === null || written < changed) return false
  }
  return true
}

async function writeTogether(files: readonly (readonly [path: string, content: Uint8Array | string])[]): Promise<void> {
  if (!process.listeners('exit').includes(removeTemporary)) process.on('exit', removeTemporary)
  const written: { from: string; to: string }[] = []
  try {
    for (const [to, content] of files) {
      const folder = dirname(to)
      makeFolder(folder)
      // Not the name of the output, which may be as long as the system allows.
      const from = join(folder, `.sheaf-${process.pid}-${temporaryCount++}.tmp`)
      temporary.add(from)
      written.push({ from, to })
      await writeFile(from, content)
    }
    // A signal cannot arrive here, because there is no pause.
    for (const { from, to } of written) renameSync(from, to)
  } finally {
    for (const { from } of written) {
      rmSync(from, { force: true })
      temporary.delete(from)
    }
  }
}
