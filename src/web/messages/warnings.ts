/** Warnings are English sentences without codes, so their templates are translated. */

interface Template {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly translation: string
}

export type TranslateWarning = (warning: string) => string

/** Unknown warnings stay as they are. */
export function createWarningTranslation(translations: Readonly<Record<string, string>>): TranslateWarning {
  const templates = Object.entries(translations).map(([text, translation]): Template => {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return { pattern: new RegExp(`^${parts.join('(.*?)')}$`, 's'), names, translation }
  })
  return (warning) => {
    for (const { pattern, names, translation } of templates) {
      const values = pattern.exec(warning)?.slice(1)
      if (values !== undefined) return translation.replace(/\{(\w+)\}/g, (_, name) => values[names.indexOf(name)] ?? '')
    }
    return warning
  }
}
