const monospacedName =
  /mono|nimbusmon|courier|consol|menlo|typewriter|fixed|(?:cm|sf|ec)(?:sl|i)?tt|letter ?gothic|inconsolata|fira ?code|source ?code/i

export function isMonospacedFont(name: string): boolean {
  return monospacedName.test(name)
}
