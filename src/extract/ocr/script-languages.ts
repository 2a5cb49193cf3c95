import type { Script } from './detect-script.ts'

const languagesOf: Readonly<Record<Exclude<Script, 'Latin'>, readonly string[]>> = {
  Cyrillic: ['rus', 'ukr', 'bel', 'bul', 'srp', 'mkd', 'kaz', 'mon', 'kir', 'tgk', 'tat', 'Cyrillic'],
  Han: ['chi_sim', 'chi_tra', 'jpn', 'HanS', 'HanT'],
  Kana: ['jpn', 'Japanese'],
  Hangul: ['kor', 'Hangul'],
  Arabic: ['ara', 'fas', 'urd', 'pus', 'snd', 'uig', 'Arabic'],
  Devanagari: ['hin', 'mar', 'nep', 'san', 'Devanagari'],
}

export type ForeignScript = keyof typeof languagesOf

/** Puts languages of the script first; without any, an installed one is added. */
export function languagesFor(
  script: ForeignScript,
  { requested, installed }: { readonly requested: readonly string[]; readonly installed: readonly string[] },
): readonly string[] {
  const own = languagesOf[script]
  const fitting = requested.filter((language) => own.includes(language))
  const added = fitting.length > 0 ? undefined : own.find((language) => installed.includes(language))
  const rest = requested.filter((language) => !own.includes(language))
  return [...(added === undefined ? fitting : [added]), ...rest]
}

export function hasLanguageOf(script: ForeignScript, languages: readonly string[]): boolean {
  return languages.some((language) => languagesOf[script].includes(language))
}

export function proposedLanguage(script: ForeignScript): string {
  return languagesOf[script][0]!
}
