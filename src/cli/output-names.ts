import { withoutExtension } from '../model/file-name.ts'

/** Prefers the stem, then the file name, then a numbered name. Case is ignored, as in some file systems. */
export function outputNames(paths: readonly string[]): string[] {
  const files = paths.map((path) => path.split(/[/\\]/).at(-1) ?? path)
  const stems = files.map(withoutExtension)
  const byStem = Map.groupBy(stems, (stem) => stem.toLowerCase())
  const used = new Set<string>()
  return files.map((file, index) => {
    const stem = stems[index] ?? file
    const name = (byStem.get(stem.toLowerCase())?.length ?? 0) > 1 ? file : stem
    let unique = name
    for (let number = 2; used.has(unique.toLowerCase()); number++) unique = `${name}-${number}`
    used.add(unique.toLowerCase())
    return unique
  })
}
