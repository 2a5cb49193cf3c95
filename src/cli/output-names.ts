/** Paths of inputs → names of their outputs: the stem, or more of the name where two inputs would write one file. */

/**
 * One name per path, in order, without an ending. Equal stems get the whole file name, equal file names a number.
 * Compared without case, as some file systems do.
 */
export function outputNames(paths: readonly string[]): string[] {
  const files = paths.map((path) => path.split(/[/\\]/).at(-1) ?? path)
  const stems = files.map((file) => file.replace(/(?<=.)\.[^.]*$/, ''))
  const shared = Map.groupBy(stems, (stem) => stem.toLowerCase())
  const taken = new Set<string>()
  return files.map((file, index) => {
    const stem = stems[index] ?? file
    const name = (shared.get(stem.toLowerCase())?.length ?? 0) > 1 ? file : stem
    let unique = name
    for (let number = 2; taken.has(unique.toLowerCase()); number++) unique = `${name}-${number}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
