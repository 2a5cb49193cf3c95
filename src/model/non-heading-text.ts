/** Texts that head nothing, whatever type they are set in: what they say tells it. */
import { isAmount } from './numbering.ts'

/** What is typed at a prompt ("R> library(x)" too), what a program prints back, options. */
const typed = /^(?:[>$%#]\s?[\w./\\~-]+(?:\s|$)|\p{L}{0,8}>\s*[\p{L}("'[]|\[\d+\]\s+["\d-]|--?\p{L})/u
/** Who owns it, and since when. */
const copyright = /^(?:(?:copyright\s*)?(?:©|\(c\)\s*(?:19|20)\d\d)|copyright\s+(?:19|20)\d\d)/iu
/** The sign above a box of advice. In the plural they may be a part of the document: "Notes". */
const advice =
  /^(?:note|warning|caution|important|tip|hint|danger|attention|nota|advertencia|atención|precaución|importante|consejo|avvertimento|avvertenza|attenzione|suggerimento|aviso|atenção|dica|remarque|avertissement|astuce|hinweis|anmerkung|warnung|achtung|vorsicht|tipp|wichtig|opmerking|waarschuwing|注意|警告|提示)\s*[!:：]?$/iu

/** Sums of money and counts, typed commands, copyrights, the signs above boxes of advice. */
export function isNonHeadingText(text: string): boolean {
  return isAmount(text) || typed.test(text) || copyright.test(text) || advice.test(text)
}
