import { isAmount } from './numbering.ts'

/** Input at a prompt (also "R> library(x)"), program output, command line options. */
const terminal = /^(?:[>$%#]\s?[\w./\\~-]+(?:\s|$)|\p{L}{0,8}>\s*[\p{L}("'[]|\[\d+\]\s+["\d-]|--?\p{L})/u
const copyright = /^(?:(?:copyright\s*)?(?:©|\(c\)\s*(?:19|20)\d\d)|copyright\s+(?:19|20)\d\d)/iu
/** Plurals such as "Notes" may be headings. */
const noticeLabel =
  /^(?:note|warning|caution|important|tip|hint|danger|attention|nota|advertencia|atención|precaución|importante|consejo|avvertimento|avvertenza|attenzione|suggerimento|aviso|atenção|dica|remarque|avertissement|astuce|hinweis|anmerkung|warnung|achtung|vorsicht|tipp|wichtig|opmerking|waarschuwing|注意|警告|提示)\s*[!:：]?$/iu

export function isNonHeadingText(text: string): boolean {
  return isAmount(text) || terminal.test(text) || copyright.test(text) || noticeLabel.test(text)
}
