/**
 * A unique name without extension for the outputs of each input, in the same order: the stem, the whole file name if
 * stems are equal, or a numbered name. Compared without case, as in some file systems.
 */
export function outputNames(paths: readonly string[]): string[] {
  const files = paths.map((path) => path.split(/[/\\]/).at(-1) ?? path)
  const stems = files.map((file) => file.replace(/(?<=.)\.[^.]*$/, ''))
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
