/**
 * `npm run lint:words`: finds words and sentence patterns that this project does not use in comments, messages, test
 * titles, names and documentation. Text in backticks or double quotes is not checked.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { namesOfTypeScript, type ProseLine, proseOfMarkdown, proseOfTypeScript } from './prose.ts'

interface Rule {
  readonly pattern: RegExp
  readonly instead: string | ((word: string) => string)
  /** Absent: all kinds except names. */
  readonly kinds?: readonly ProseLine['kind'][]
}

export interface Finding {
  readonly line: number
  readonly word: string
  readonly instead: string
}

/** Builds a rule for whole words, ignoring case. */
function words(alternatives: string, instead: string): Rule {
  return { pattern: new RegExp(`\\b(?:${alternatives})\\b`, 'i'), instead }
}

/** A rule that suggests the same word with `from` replaced. */
function spelling(alternatives: string, from: RegExp, to: string): Rule {
  return { ...words(alternatives, ''), instead: (word) => word.replace(from, to) }
}

const rules: readonly Rule[] = [
  // People in place of components.
  words('who(?:m)?ever|nobody|somebody|everybody|anybody', 'name the component: the client, a worker, the caller'),
  words('senders?', 'client, API key, tenant'),

  // Everyday words in place of standard terms.
  words('besides?', 'next to, in addition to, compared with'),
  words('(?<!long-)stand(?:s|ing)?(?!-?alone)|stood', 'is, is at, appears, contains'),
  words('told', 'detected from, reported, notified'),
  words('tells?|telling', 'indicates, distinguishes, determines'),
  words('anew', 'again'),
  words('alike', 'similar, the same'),
  words('askew', 'skewed'),
  words('apart from', 'except, in addition to'),
  words(
    '(?:set|sets|stays?|kept|keeps?|stores?|limited|read|torn|falls?) (?:\\w+ \\w+ )?apart',
    'separate, distinguish',
  ),
  words('(?:come|comes|came|coming) back', 'is returned, is refunded, returns'),
  words('go(?:es)? on(?! (?:a|the)\\b)|went on|going on', 'continues'),
  words('so (?:many|much|often|few)|this often', 'a noun phrase with the unit: "Maximum number of …"'),
  words('(?:comes?|came|sent|sends?) again', 'retry, redeliver'),
  words('(?:gives?|given|gave|giving|hands?|handed) back', 'release, return, requeue, refund'),
  words('signs? of life', 'heartbeat'),
  words('by the clock', 'periodically, by polling'),
  words('ha(?:s|ve|d) the last word', 'takes precedence, overrides'),
  words('sa(?:y|ys|id) nothing', 'gives no signal'),
  words('(?:its|their) likes?|of one look|likeness(?:es)?', 'the same style'),
  words('the eye', 'visual layout'),
  words('are the truth|is the truth', 'is the source of truth'),
  words('(?:wire contract|the contract)(?! tests?)', 'API specification; link to docs/api.md'),
  words('laws? of the house|import arrows', 'dependency rules'),
  words('pieces?', 'segment, component, fragment, part, chunk'),
  words('pictures?', 'image, figure, page rendering'),
  words('blanks', 'spaces; fill-in lines; empty images'),
  words('white space', 'whitespace'),
  words('(?<!small )capitals', 'uppercase letters'),
  words('small letters', 'lowercase letters'),
  words('rooms?', 'module, folder; space, capacity'),
  words('grounds', 'backgrounds'),
  words('dust|specks?', 'noise'),
  words('tints?', 'colored background'),
  words('lettering', 'text'),
  words('type(?:writer|written)', 'monospaced'),
  words('wish(?:es|ed)?', 'options, preferences'),
  words('judg(?:e|es|ed|ing|ement|ment)s?', 'score, classify'),
  words('weigh(?:s|ed|ing)?', 'score, compare'),
  words('(?<!promise.*)settl(?:e|es|ed|ing)(?!.*promise)', 'demote, merge, commit; of promises it is allowed'),
  words('drafts?(?!-)', 'layout state, candidate'),
  words('gaug(?:ed|es|ing)', 'infer, measure'),
  words('recogni[sz]ers?', 'OCR engine, OCR service'),
  words('swallow(?:s|ed|ing)?', 'drain, ignore'),
  words('specimens?', 'warm-up image, sample'),
  words('crowds?', 'cluster'),
  words('backdrops?', 'background shape'),
  words('walls|walled', 'sandbox'),
  words('news', 'notification, event'),
  words('lent', 'borrowed'),
  words('seats?', 'worker state'),
  words('slips?', 'receipt'),
  words('crews?', 'consumer limits, worker pool'),
  words('look-?alikes?', 'non-table pattern, similar text'),
  words('siders?', 'margin note'),
  words('satellites?', 'kicker'),
  words('ledgers?|intake', 'accounts, db, uploads'),
  words('blameless', 'not counted as an attempt'),
  words('lookers?', 'inspector'),
  words('furnish(?:es|ed)?', 'provides'),

  // Sentence patterns.
  words('(?<!\\bthere )(?:is|are|was|were) none(?! of)', '"is not a …", "has no …"'),
  words('knows? no(?:thing)?|decides nothing|starts nothing|touches no', 'say what it does'),
  words(
    'what (?:is|was|are|were) (?:drawn|written|meant|wanted|asked|known|left|read|shown|printed|set|said|seen|found|given|made|sent|kept|held|lost|missing|there|in|on|above|below|around|behind|next|inside|between)',
    'a noun: the drawing, the cell contents, the request options',
  ),
  words('what (?:lies|follows|precedes|remains|looks|has)', 'a noun: the following line, the rest'),
  {
    pattern: /\bwhat (?!to\b|happened\b|is\b|are\b|was\b|were\b|lies\b)\w+(?!.*\?)/,
    instead: 'a noun: the content, the loss, the limits',
    kinds: ['comment'],
  },
  {
    pattern: /\b[Hh]old(?:s|ing)?\b(?! (?:a|the|its) (?:lock|lease|check|request))/,
    instead: 'contains, keeps open, owns',
    kinds: ['comment'],
  },
  {
    pattern: /\b\d[\d,.]* of (?:the |its )?\d[\d,]*\b/,
    instead: 'measurements belong in docs/quality.md or docs/performance.md',
    kinds: ['comment'],
  },
  { pattern: /^\s*(?:\/\*\*?|\*|\/\/)?\s*What\b(?!.*\?)/, instead: 'start with a noun or a verb', kinds: ['comment'] },
  { pattern: /^\s*(?:\/\*\*?|\*|\/\/)\s*[A-Z][^.:→]*→/, instead: 'a sentence with a verb', kinds: ['comment'] },
  {
    pattern: /^\s*\/\*\*\s*(?:Of|Would|Such as|Than|They)\b/,
    instead: 'a sentence with a subject, or a noun phrase',
    kinds: ['comment'],
  },
  { pattern: /\bTHE (?:[A-Z]+ )?LIST\b/, instead: 'registry, pipeline' },

  // American spelling.
  spelling('(?:multi)?colou(?:rs?|red|ring|rful|rless)', /our/, 'or'),
  spelling('(?:behaviour|favour|honour|flavour|harbour|labour|rumour|vapour)(?:s|ed|ing|ites?|able)?', /our/, 'or'),
  spelling('(?:off-?)?centre[sd]?', /tre/, 'ter'),
  spelling('neighbour(?:s|ing|hood)?', /our/, 'or'),
  spelling('grey(?:s|scale)?', /grey/i, 'gray'),
  spelling('(?:label|level|model|cancel|travel|signal|total|channel|tunnel|marshal|dial)l(?:ed|ing)', /ll/, 'l'),
  spelling(
    '(?:recogn|normal|organ|optim|serial|initial|summar|minim|maxim|capital|token|priorit|synchron|visual|general|standard|raster|vector|categor|custom|final|local|util|author|parametr|sanit|stabil|material|central|equal|formal|item|memor|penal|real)is(?:e[ds]?|ers?|ing|ations?)',
    /is(?=e|ing|ation)/,
    'iz',
  ),
  spelling('(?:anal|paral|catal)ys(?:e|ed|ing)', /ys/, 'yz'),
  spelling('catalogues?', /ue/, ''),
  spelling('licences?|defences?|offences?', /ence/, 'ense'),
  words('artefacts?|programmes?|fulfil|learnt|spelt|whilst|amongst|metres?|millimetres?', 'the American form'),
]

/** Words in names, which `docs/glossary.md` and the standard terms of the field replace. */
const nameRules: readonly Rule[] = [
  words('who(?:m)?ever|nobody|somebody|everybody|anybody', 'the component'),
  words('told|tells?|besides?|anew|alike|askew|apart', 'the property that is tested'),
  words('pieces?', 'segment, component, fragment, part, chunk'),
  words('drafts?', 'layout state, candidate, pending'),
  words('judg(?:e|es|ed|ing|ement|ment)s?', 'score, classify'),
  words('slips?|seats?|crews?|crowds?|backdrops?|satellites?|look-?alikes?', 'the term of docs/glossary.md'),
  words('dust|specks?|tints?|lettering', 'noise, colored background, text'),
  words('wish(?:es|ed)?|furnish|blameless|swallow|lent|intake', 'the term of docs/glossary.md'),
  words('goes? on|so many', 'continues; maximum'),
].map((rule) => ({ ...rule, kinds: ['name'] }))

/** Findings in the order of the text; at most one per rule and line. */
export function findWords(prose: readonly ProseLine[]): Finding[] {
  return prose.flatMap(({ line, text, kind }) =>
    [...rules, ...nameRules].flatMap(({ pattern, instead, kinds }): Finding[] => {
      const applies = kinds === undefined ? kind !== 'name' : kinds.includes(kind)
      const word = applies ? pattern.exec(text)?.[0] : undefined
      return word === undefined
        ? []
        : [{ line, word: word.trim(), instead: typeof instead === 'string' ? instead : instead(word) }]
    }),
  )
}

/** Prose that the rules apply to. Of tests, strings are document text, except for titles, and names are not checked. */
export function proseOf(file: string, source: string): ProseLine[] {
  if (file.endsWith('.md')) return proseOfMarkdown(source)
  if (file.startsWith('test/')) return proseOfTypeScript(source).filter(({ kind }) => kind !== 'string')
  return [...proseOfTypeScript(source), ...namesOfTypeScript(source)]
}

if (import.meta.main) {
  const paths =
    process.argv.length > 2
      ? process.argv.slice(2)
      : ['src', 'test', 'wasm', 'packaging', 'examples', 'docs', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md']
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...paths], { encoding: 'utf8' })
  const files = listed.split('\n').filter((file) => /\.(?:tsx?|js|md)$/.test(file))
  let count = 0
  for (const file of files.filter((name) => !/^test\/lint\/|\/source\./.test(name))) {
    const source = readFileSync(file, 'utf8')
    for (const { line, word, instead } of findWords(proseOf(file, source))) {
      console.log(`${file}:${line}: ${word} → ${instead}`)
      count++
    }
  }
  if (count > 0) console.log(`${count} findings`)
  process.exitCode = count === 0 ? 0 : 1
}
