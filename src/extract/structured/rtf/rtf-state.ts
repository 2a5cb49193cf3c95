import type { ScriptLevel } from '../../../model/superscripts.ts'

/** `controls` drops text, but control words and inner groups count. */
type Destination =
  | 'text'
  | 'skip'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'levelText'
  | 'marker'
  | 'instruction'
  | 'picture'
  | 'controls'

export interface GroupState {
  destination: Destination
  font: number
  /** Bytes that follow a Unicode character for readers without Unicode. */
  fallbackLength: number
  isHidden: boolean
  isDeleted: boolean
  script: ScriptLevel | null
  paragraph: ParagraphState
}

export interface ParagraphState {
  readonly style: number
  /** 0–8; 9 for body text; `null` if the style decides. */
  readonly outline: number | null
  readonly list: number
  readonly listLevel: number
  readonly isInTable: boolean
  readonly depth: number
  readonly pageBreakBefore: boolean
  readonly leftIndent: number
  /** Relative to the left indent, in twips. */
  readonly firstIndent: number
}

export const BODY_TEXT = 9

export const plainParagraph: ParagraphState = {
  style: 0,
  outline: null,
  list: 0,
  listLevel: 0,
  isInTable: false,
  depth: 1,
  pageBreakBefore: false,
  leftIndent: 0,
  firstIndent: 0,
}

export function initialState(): GroupState {
  return {
    destination: 'text',
    font: 0,
    fallbackLength: 1,
    isHidden: false,
    isDeleted: false,
    script: null,
    paragraph: plainParagraph,
  }
}

export const skippedGroups = new Set(
  `annotation atnauthor atndate atnicn atnid atnparent atnref atntime author buptim colortbl comment creatim doccomm
  filetbl footnotesep ftncn ftnsep ftnsepc aftncn aftnsep aftnsepc info keywords nonshppict objdata operator printim
  private revtbl revtim rxe shprslt subject tc tcn template title xe mathPr themedata`.split(/\s+/),
)

/** Groups with `\*` that contain text or images. */
export const openedGroups = new Set(
  `shpinst shppict shptxt moMath moMathPara do dptxbxtext nesttableprops fldinst pntext listtext footnote
  listtable listoverridetable`.split(/\s+/),
)

/** Control words that only choose where the text of their group goes. */
export const destinations: ReadonlyMap<string, Destination> = new Map([
  ['listtext', 'marker'],
  ['pntext', 'marker'],
  ['fldinst', 'instruction'],
  ['sn', 'skip'],
  ['nonesttables', 'skip'],
  ['sv', 'controls'],
])

export const characters: ReadonlyMap<string, string> = new Map([
  ['~', '\u00a0'],
  ['_', '\u2011'],
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
  ['tab', '\t'],
  ['line', '\n'],
  ['lbr', '\n'],
  ['emdash', '—'],
  ['endash', '–'],
  ['emspace', '\u2003'],
  ['enspace', '\u2002'],
  ['qmspace', '\u2005'],
  ['bullet', '•'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
])

const paragraphProperties = new Map<string, (value: number | null) => Partial<ParagraphState>>([
  ['pard', () => plainParagraph],
  ['s', (value) => ({ style: value ?? 0 })],
  ['outlinelevel', (value) => ({ outline: value ?? BODY_TEXT })],
  ['ls', (value) => ({ list: value ?? 0 })],
  ['ilvl', (value) => ({ listLevel: Math.max(0, value ?? 0) })],
  ['intbl', () => ({ isInTable: true })],
  ['itap', (value) => ({ depth: Math.max(1, value ?? 1), isInTable: (value ?? 1) > 0 })],
  ['li', (value) => ({ leftIndent: value ?? 0 })],
  ['fi', (value) => ({ firstIndent: value ?? 0 })],
  ['pagebb', (value) => ({ pageBreakBefore: value !== 0 })],
])

export function applyProperty(state: GroupState, word: string, value: number | null): void {
  const isOn = value !== 0
  switch (word) {
    case 'f':
      state.font = value ?? 0
      break
    case 'uc':
      state.fallbackLength = Math.max(0, value ?? 1)
      break
    case 'v':
      state.isHidden = isOn
      break
    case 'deleted':
      state.isDeleted = isOn
      break
    case 'super':
    case 'sub':
      state.script = isOn ? word : null
      break
    case 'nosupersub':
      state.script = null
      break
    case 'plain':
      Object.assign(state, { isHidden: false, isDeleted: false, script: null })
      break
    default:
      state.paragraph = { ...state.paragraph, ...paragraphProperties.get(word)?.(value) }
  }
}
