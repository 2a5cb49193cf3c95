/**
 * How captions begin, in the languages that the rules know: "Figure 3.", "Table II", "表 2". What stands below or around a label
 * is the business of those who ask.
 */
const figureWords = [
  'fig(?:ure|ura|uur|\\.)?|chart|diagram(?:me|m|a)?|graph(?:ic|ique)?|photo(?:graph)?|image|picture|plate|map|illustration|scheme|abb(?:ildung|\\.)?',
  'schaubild|grafik|karte|foto|gráfico|grafico|mapa|ilustraci[óo]n|schéma|carte|grafiek|rys(?:unek|\\.)|obr(?:ázek|\\.)|рис(?:унок|\\.)|图表?|圖|図|그림',
].join('|')
const tableWords =
  'tab(?:le|leau|ela|ella|el|\\.)?|tabelle|tabla|cuadro|quadro|übersicht|exhibit|табл(?:ица|\\.)|表格?|표'
const number = '(?:[A-Z]?[-.]?\\d+(?:[-.–]\\d+)*[a-z]?|[IVXLC]+|[A-Z])'
/** After the number comes punctuation, a wide break (a capital or bracket) or the end; never a verb. */
const rest = '(?:\\s*[.:|)\\]—–-](?:\\s|$|\\p{L})|\\s*$|\\s+["“(\\[]?[\\p{Lu}\\p{Lo}\\d])'
/** Whose figure it is. */
const prefix = '(?i:(?:supplementary|supplemental|appendix|annex|extended data)\\s+)?'
const figureLabel = new RegExp(`^${prefix}(?i:${figureWords})\\s*${number}${rest}`, 'u')
const tableLabel = new RegExp(`^${prefix}(?i:${tableWords})\\s*${number}${rest}`, 'u')
/** Whatever follows. */
const anyLabel = new RegExp(`^${prefix}(?i:${figureWords}|${tableWords})\\s*${number}(?![\\p{L}\\p{N}])`, 'u')

const bareLabel = new RegExp(`^${prefix}(?i:${figureWords}|${tableWords})\\s*${number}[.:]?$`, 'u')

/** A label without a number: a caption only right at what it names. */
const unnumbered = new RegExp(`^(?i:(${figureWords})|${tableWords}):\\s+["“(]?\\p{L}`, 'u')

/** What a line or paragraph captions when it begins with a label, its number and a break; `null` where a sentence merely mentions a figure. */
export function labelKind(text: string): 'figure' | 'table' | null {
  return figureLabel.test(text) ? 'figure' : tableLabel.test(text) ? 'table' : null
}

/** The same for a label without a number, which needs a colon; sure only right at what it names. */
export function unnumberedLabelKind(text: string): 'figure' | 'table' | null {
  const match = unnumbered.exec(text)
  return match === null ? null : match[1] === undefined ? 'table' : 'figure'
}

/** Nothing but a label and its number. */
export function isBareLabel(text: string): boolean {
  return bareLabel.test(text)
}

/** A label and its number at the beginning, though a sentence may go on behind them: enough where running text is told already. */
export function beginsWithLabel(text: string): boolean {
  return anyLabel.test(text)
}
