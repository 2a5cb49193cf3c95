const models: Readonly<Record<string, string>> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  it: 'ita',
  pt: 'por',
  nl: 'nld',
  pl: 'pol',
  ru: 'rus',
  uk: 'ukr',
  cs: 'ces',
  sv: 'swe',
  da: 'dan',
  no: 'nor',
  fi: 'fin',
  hu: 'hun',
  ro: 'ron',
  tr: 'tur',
  el: 'ell',
  he: 'heb',
  ar: 'ara',
  hi: 'hin',
  th: 'tha',
  vi: 'vie',
  id: 'ind',
  ja: 'jpn',
  ko: 'kor',
  zh: 'chi_sim',
  ch: 'chi_sim',
  ch_sim: 'chi_sim',
  ch_tra: 'chi_tra',
  'zh-cn': 'chi_sim',
  'zh-hans': 'chi_sim',
  'zh-tw': 'chi_tra',
  'zh-hant': 'chi_tra',
  english: 'eng',
  chinese: 'chi_sim',
}

/** Names that are not installed are returned as `unknown`. */
export function ocrLanguagesOf(
  names: readonly string[],
  installed: readonly string[],
): { readonly installed: readonly string[]; readonly unknown: readonly string[] } {
  const found: string[] = []
  const unknown: string[] = []
  for (const name of names) {
    const key = name.toLowerCase()
    const model = models[key] ?? models[key.split('-')[0] ?? ''] ?? name
    if (installed.includes(model)) found.push(model)
    else unknown.push(name)
  }
  return { installed: [...new Set(found)], unknown }
}
