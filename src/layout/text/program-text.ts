/** Recognizes program text by its characters and statements, in any font. */

const MIN_PROGRAM_CHAR_RATIO = 0.03
/** Maximum length of a line; the expressions below are not linear. */
const MAX_CHARS = 300

const braceLine = /^\s*[{}]|[{}]\s*;?\s*$/
const statementEnd = /[;{}]\s*$|;\s*(?:\/\/.*|\/\*.*\*\/\s*)$/
/** Without the final semicolon, which lists of law texts also have. */
const programCharacters = /[={}_]|\/\*|->|::|<<|\(\s*\)|\p{L}\(|\[\s*\w+\s*\]|\*\w/u
const compoundStatement =
  /^\s*(?:def|class|if|elif|for|while|with|except)\b.*[:{]\s*$|^\s*(?:for|if|while|switch)\s?\(.*\)\s*$|^\s*(?:else|try|finally)\s*:\s*$/
/** A line of a statement on several lines, with program characters. */
const openEnd = /(?:[,(=&|+]|&&)\s*$/
const directive = /^\s*#\s?(?:include|define|undef|if|ifdef|ifndef|elif|else|endif|pragma)\b/
const comment = /^\s*(?:\/\/|\/\*|\*\/|#\s)/
const call = /^\s*(?:[\p{L}_]\w*(?:(?:\.|->|::)\w+)+|print)\s?\(.*\)\s*$/u
const imports = /^\s*(?:import [\w.]+|from [\w.]+ import .+)$/
const assignment = /^\s*[\p{L}_][\w.]*(?:\s?\[[^\]]*\])*\s?(?:[-+*/|&]|:)?=\s?[^=\s]/u

/** Distinguishes program text from a letter in a monospaced font. */
export function isProgramOutput(text: string): boolean {
  return (text.match(/(?<![=#])[{}=;$#\\<>](?![=#])/g)?.length ?? 0) >= MIN_PROGRAM_CHAR_RATIO * text.length
}

/** Whether a line can be a statement or comment. */
export function mayBeStatement(line: string): boolean {
  if (line.length > MAX_CHARS) return false
  if (isStatement(line) || assignment.test(line) || statementEnd.test(line) || call.test(line)) return true
  return imports.test(line) || comment.test(line) || (openEnd.test(line) && programCharacters.test(line))
}

/** Whether a line is certainly a statement, in text as well. */
export function isStatement(line: string): boolean {
  if (line.length > MAX_CHARS) return false
  if (directive.test(line) || compoundStatement.test(line) || braceLine.test(line)) return true
  return statementEnd.test(line) && programCharacters.test(line)
}
