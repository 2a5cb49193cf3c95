import { glob, readdir, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { extractors } from '../extract/registry.ts'
import { outputNames } from './output-names.ts'

export const STANDARD_INPUT = '-'

export interface InputFile {
  /** As given or found; `-` for standard input. */
  readonly path: string
  /** Path below the output folder, without extension: `2024/report`. */
  readonly name: string
}

interface InputList {
  readonly files: readonly InputFile[]
  readonly problems: readonly { readonly path: string; readonly message: string }[]
  /** Files of folders that have an unsupported type. */
  readonly leftOut: readonly string[]
}

interface ListOptions {
  readonly recursive: boolean
  /** Output folders may be inside input folders. */
  readonly excluded: readonly string[]
}

/** `base` is the folder from which on the outputs keep the folders of the path. */
interface FoundFile {
  readonly path: string
  readonly base: string
}

const otherEndings = '.jpeg .tif .heif .j2k .pbm .pgm .ppm .psb .htm .xhtml .markdown'.split(' ')
const endings: ReadonlySet<string> = new Set([...extractors.flatMap(({ fileTypes }) => fileTypes), ...otherEndings])

/** Files of folders and patterns are sorted by name. */
export async function listInputs(args: readonly string[], options: ListOptions): Promise<InputList> {
  const found: FoundFile[] = []
  const problems: { path: string; message: string }[] = []
  const leftOut = new Set<string>()
  for (const path of args) {
    const files = await findFiles(path, options, leftOut)
    if (typeof files === 'string') problems.push({ path, message: files })
    else found.push(...files)
  }
  const unique = [...new Map(found.map((file) => [resolve(file.path), file])).values()]
  return { files: nameOutputs(unique), problems, leftOut: [...leftOut] }
}

async function findFiles(path: string, options: ListOptions, leftOut: Set<string>): Promise<FoundFile[] | string> {
  if (path === STANDARD_INPUT) return [{ path, base: '.' }]
  const stats = await stat(path).catch(() => null)
  if (stats?.isDirectory()) {
    const files = await filesIn(path, options, leftOut)
    const hint = options.recursive ? '' : ' (--recursive includes its subfolders)'
    return files.length > 0 ? files : `The folder has no files of supported types${hint}.`
  }
  if (stats !== null || !/[*?[{]/.test(path)) return [{ path, base: dirname(path) }]
  const files = await filesMatching(path, options)
  return files.length > 0 ? files : 'No file matches this pattern.'
}

async function filesIn(
  folder: string,
  { recursive, excluded }: ListOptions,
  leftOut: Set<string>,
): Promise<FoundFile[]> {
  const entries = await readdir(folder, { recursive, withFileTypes: true })
  const outputs = excluded.filter((path) => isBelow(path, [folder]))
  const paths: string[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const isHidden = relative(folder, path)
      .split(sep)
      .some((part) => part.startsWith('.'))
    if (isHidden || isBelow(path, outputs)) continue
    if (!entry.isFile() && !(entry.isSymbolicLink() && (await isFile(path)))) continue
    if (endings.has(extname(path).toLowerCase())) paths.push(path)
    else leftOut.add(resolve(path))
  }
  return paths.sort().map((path) => ({ path, base: folder }))
}

async function filesMatching(pattern: string, { excluded }: ListOptions): Promise<FoundFile[]> {
  const base = fixedFolder(pattern)
  const outputs = excluded.filter((path) => isBelow(path, [base]))
  const paths: string[] = []
  for await (const path of glob(pattern)) if (!isBelow(path, outputs) && (await isFile(path))) paths.push(path)
  return paths.sort().map((path) => ({ path, base }))
}

function fixedFolder(pattern: string): string {
  const parts = pattern.split(/[/\\]/)
  const first = parts.findIndex((part) => /[*?[{]/.test(part))
  return parts.slice(0, first).join(sep) || (pattern.startsWith('/') ? '/' : '.')
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true
}

function isBelow(path: string, folders: readonly string[]): boolean {
  const full = resolve(path)
  return folders.some((folder) => full.startsWith(resolve(folder) + sep))
}

/** Folders below the common folder keep equal names separate. */
function nameOutputs(files: readonly FoundFile[]): InputFile[] {
  const common = commonFolder(files.filter(({ path }) => path !== STANDARD_INPUT).map(({ base }) => resolve(base)))
  const folderOf = ({ path }: FoundFile): string =>
    path === STANDARD_INPUT ? '' : relative(common, resolve(dirname(path)))
  const names = new Map<FoundFile, string>()
  for (const [folder, group] of Map.groupBy(files, folderOf)) {
    const stems = outputNames(group.map(({ path }) => (path === STANDARD_INPUT ? 'stdin' : basename(path))))
    for (const [index, file] of group.entries()) names.set(file, join(folder, stems[index] ?? basename(file.path)))
  }
  return files.map((file) => ({ path: file.path, name: names.get(file) ?? file.path }))
}

function commonFolder(folders: readonly string[]): string {
  const [first = '', ...others] = folders
  let common = first.split(sep)
  for (const folder of others) {
    const parts = folder.split(sep)
    const end = common.findIndex((part, index) => part !== parts[index])
    if (end !== -1) common = common.slice(0, end)
  }
  return common.join(sep) || sep
}
