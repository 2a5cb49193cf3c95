import type { InlineToken } from './inline-tokens.ts'
import { isBracketPair } from './math-symbols.ts'

/** Maximum gap between operands; spaces between words are wider. */
const MAX_OPERAND_GAP_EM = 0.22
/** Maximum gap next to an operator, whose spacing stretches with the line. */
const MAX_OPERATOR_GAP_EM = 0.75
/** Maximum gap around a comma; a thin space follows it. */
const MAX_SEPARATOR_GAP_EM = { before: 0.12, after: 0.23 }
/** Maximum gap after a comma within brackets. */
const MAX_ENCLOSED_GAP_EM = 0.45

/** `hasMath`: the page has math fonts, so single letters are variables. */
export function inlineRuns(tokens: readonly InlineToken[], hasMath: boolean): InlineToken[][] {
  const runs: InlineToken[][] = []
  let current: InlineToken[] = []
  let depth = 0
  for (const [at, token] of tokens.entries()) {
    const before = current.at(-1)
    if (before !== undefined && !joinsRun(before, token, { next: tokens[at + 1], depth })) {
      runs.push(current)
      current = []
      depth = 0
    }
    if (token.role === 'text' || (token.role === 'script' && current.length === 0 && token.evidence === 'none'))
      continue
    if (token.role === 'opening') depth++
    if (token.role === 'closing') depth--
    current.push(token)
  }
  if (current.length > 0) runs.push(current)
  return runs
    .flatMap(splitAtBrackets)
    .map(trimRun)
    .filter((run) => isFormula(run, hasMath))
}

function joinsRun(
  before: InlineToken,
  token: InlineToken,
  { next, depth }: { next: InlineToken | undefined; depth: number },
): boolean {
  const em = Math.max(before.span.size, token.span.size)
  const gap = (Math.min(token.x0, token.bar?.x0 ?? Infinity) - Math.max(before.x1, before.bar?.x1 ?? -Infinity)) / em
  const { role } = token
  if (role === 'text') return false
  if (token.bar !== undefined && token.bar === before.bar) return true
  if (role === 'script') return gap < MAX_OPERAND_GAP_EM
  if (role === 'separator') {
    if (token.mathFont) return gap < MAX_OPERAND_GAP_EM
    if (gap > MAX_SEPARATOR_GAP_EM.before) return false
    const after = next === undefined ? Infinity : (next.x0 - token.x1) / em
    return after < (depth > 0 ? MAX_ENCLOSED_GAP_EM : MAX_SEPARATOR_GAP_EM.after)
  }
  if (before.role === 'separator')
    return gap < (depth > 0 || before.mathFont ? MAX_ENCLOSED_GAP_EM : MAX_SEPARATOR_GAP_EM.after)
  if (token.text === ':') return gap > 0.15 && gap < MAX_OPERATOR_GAP_EM
  if (role === 'operator' || before.role === 'operator') return gap < MAX_OPERATOR_GAP_EM
  if (role === 'function' || before.role === 'function') return gap < MAX_ENCLOSED_GAP_EM
  return gap < MAX_OPERAND_GAP_EM
}

/** Brackets without a partner belong to the text. */
function splitAtBrackets(run: readonly InlineToken[]): InlineToken[][] {
  const opened: number[] = []
  const unpaired = new Set<number>()
  for (const [at, { role, text }] of run.entries()) {
    if (role === 'opening') opened.push(at)
    if (role !== 'closing') continue
    const open = opened.at(-1)
    if (open !== undefined && isBracketPair((run[open] as InlineToken).text, text)) opened.pop()
    else unpaired.add(at)
  }
  for (const at of opened) unpaired.add(at)
  const parts: InlineToken[][] = [[]]
  for (const [at, token] of run.entries()) {
    if (unpaired.has(at)) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

/** Brackets around the whole run belong to the text. */
function trimRun(run: readonly InlineToken[]): InlineToken[] {
  let [from, to] = [0, run.length]
  const isPunctuation = (token: InlineToken | undefined): boolean =>
    token !== undefined && (token.role === 'separator' || token.text === ':')
  while (from < to && (isPunctuation(run[from]) || (run[from]?.role === 'script' && run[from]?.evidence === 'none')))
    from++
  while (to > from && isPunctuation(run[to - 1])) to--
  const trimmed = run.slice(from, to)
  const [first, last] = [trimmed[0], trimmed.at(-1)]
  if (first?.text !== '(' || last?.text !== ')' || trimmed.length < 3) return trimmed
  const inside = trimmed.slice(1, -1)
  let depth = 0
  const isClosedBefore = inside.some(({ role }) => {
    depth += role === 'opening' ? 1 : role === 'closing' ? -1 : 0
    return depth < 0
  })
  return isClosedBefore || inside.some(({ role }) => role === 'separator') ? trimmed : trimRun(inside)
}

function isFormula(run: readonly InlineToken[], hasMath: boolean): boolean {
  const [only] = run
  // Arrows and marks alone also occur in text.
  if (run.length === 1 && only !== undefined && !/[\p{L}\p{N}]/u.test(only.text))
    return only.evidence === 'certain' && /^[×±∓∈≤≥≠≈∼∪∩⊂⊆⊕⊗⊞⊟∞∅∇∂∧∨∘]$/u.test(only.text)
  if (!run.some(({ text, role }) => /[\p{L}\p{N}]/u.test(text) && role !== 'function')) return false
  return run.some(({ evidence }) => evidence === 'certain' || (evidence === 'likely' && hasMath))
}
