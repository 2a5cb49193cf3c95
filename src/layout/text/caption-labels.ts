/** Recognizes caption labels in several languages: "Figure 3.", "Table II", "表 2". */
const figureWords = anyCase(
  [
    'fig(?:ure|ura|uur|\\.)?|chart|diagram(?:me|m|a)?|graph(?:ic|ique)?|photo(?:graph)?|image|picture|plate|map|illustration|scheme|abb(?:ildung|\\.)?',
    'schaubild|grafik|karte|foto|gráfico|grafico|mapa|ilustraci(?:ó|o)n|schéma|carte|grafiek|rys(?:unek|\\.)|obr(?:ázek|\\.)|рис(?:унок|\\.)|图表?|圖|図|그림',
  ].join('|'),
)
const tableWords = anyCase(
  'tab(?:le|leau|ela|ella|el|\\.)?|tabelle|tabla|cuadro|quadro|übersicht|exhibit|табл(?:ица|\\.)|表格?|표',
)
const number = '(?:[A-Z]?[-.]?\\d+(?:[-.–]\\d+)*[a-z]?|[IVXLC]+|[A-Z])'
/** Punctuation, an uppercase letter, brackets, or the end, but never a verb. */
const rest =
  '(?:\\s*[([（][^()[\\]（）]{1,40}[)\\]）]\\s*$|\\s*[.:|)\\]—–-](?:\\s|$|\\p{L})|\\s*$|\\s+["“(\\[]?[\\p{Lu}\\p{Lo}\\d])'
const prefix = `(?:(?:${anyCase('supplementary|supplemental|appendix|annex|extended data')})\\s+)?`
const figureLabel = new RegExp(`^${prefix}(?:${figureWords})\\s*${number}${rest}`, 'u')
const tableLabel = new RegExp(`^${prefix}(?:${tableWords})\\s*${number}${rest}`, 'u')
const anyLabel = new RegExp(`^${prefix}(?:${figureWords}|${tableWords})\\s*${number}(?![\\p{L}\\p{N}])`, 'u')

const bareLabel = new RegExp(`^${prefix}(?:${figureWords}|${tableWords})\\s*${number}[.:]?$`, 'u')

const unnumbered = new RegExp(`^(?:(${figureWords})|${tableWords}):\\s+["“(]?\\p{L}`, 'u')

/** Returns `null` for a sentence that only mentions a figure. */
export function labelKind(text: string): 'figure' | 'table' | null {
  return figureLabel.test(text) ? 'figure' : tableLabel.test(text) ? 'table' : null
}

/** Reliable only next to a figure or table. */
export function unnumberedLabelKind(text: string): 'figure' | 'table' | null {
  const match = unnumbered.exec(text)
  return match === null ? null : match[1] === undefined ? 'table' : 'figure'
}

export function isBareLabel(text: string): boolean {
  return bareLabel.test(text)
}

/** For text that is known not to be running text. */
export function beginsWithLabel(text: string): boolean {
  return anyLabel.test(text)
}

/** Node 22 has no `(?i:…)`. */
function anyCase(pattern: string): string {
  return pattern.replace(/\p{Cased}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
}
