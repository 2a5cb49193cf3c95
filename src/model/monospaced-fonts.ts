const monospacedName = /mono|courier|consol|menlo|typewriter|fixed|cmtt|inconsolata|fira ?code|source ?code/i

export function isMonospacedFont(name: string): boolean {
  return monospacedName.test(name)
}
