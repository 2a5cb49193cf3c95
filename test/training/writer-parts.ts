/**
 * Parts of generated OpenDocument texts in a random style. Headings are `text:h`; level 6 may count as a heading or
 * not.
 */
import type { Random, RandomText } from './words.ts'

interface Type {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly caps?: boolean
  readonly small?: boolean
  readonly under?: boolean
  readonly color?: string
  readonly font?: string
}

const fonts = ['Liberation Serif', 'Liberation Sans', 'Carlito', 'Caladea', 'DejaVu Sans', 'DejaVu Serif']
const manners = [
  'size',
  'sizebold',
  'sizebold',
  'bold',
  'bold',
  'caps',
  'boldcaps',
  'color',
  'smallcaps',
  'under',
  'italicbold',
]
const colors = ['#1f4e79', '#c00000', '#2e7d32', '#666666', '#0b5394']
const roman = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX']

export const many = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join('')
export const cap = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
const escapeXml = (words: string): string => words.replace(/&/g, '&amp;').replace(/</g, '&lt;')

export type WriterKit = ReturnType<typeof createWriterTools>

/** `styles`: the automatic styles, appended while parts are generated. */
export function createWriterTools(d: Random, t: RandomText, styles: string[]) {
  const font = d.pick(fonts)
  const headFont = d.chance(0.3) ? d.pick(fonts) : font
  const size = d.pick([9, 10, 10, 10.5, 11, 11, 12])
  const manner = d.pick(manners)
  const color = manner === 'color' || d.chance(0.2) ? d.pick(colors) : '#000000'
  const ratio = manner.includes('size') ? d.pick([1.12, 1.2, 1.3, 1.45]) : 1
  const numbered = d.pick(['', '', '1', '1.', 'A.', 'I.'])
  const typeOf = (points: number, type: Type = {}): string => {
    const face = type.font ?? font
    const more = [
      type.bold && 'fo:font-weight="bold"',
      type.italic && 'fo:font-style="italic"',
      type.caps && 'fo:text-transform="uppercase"',
      type.small && 'fo:font-variant="small-caps"',
      type.under &&
        'style:text-underline-style="solid" style:text-underline-width="auto" style:text-underline-color="font-color"',
    ]
    const halves = Math.round(points * 2) / 2
    return [
      `fo:font-size="${halves}pt" fo:font-family="${face}" fo:color="${type.color ?? '#000000'}"`,
      ...more.filter(Boolean),
    ].join(' ')
  }
  const add = (family: string, properties: string): string => {
    styles.push(`<style:style style:name="S${styles.length}" style:family="${family}">${properties}</style:style>`)
    return `S${styles.length - 1}`
  }
  const style = (spacing: string, type: string): string =>
    add('paragraph', `<style:paragraph-properties ${spacing}/><style:text-properties ${type}/>`)
  const spacing = (above: number, below: number, align = 'start'): string =>
    `fo:margin-top="${above}pt" fo:margin-bottom="${below}pt" fo:text-align="${align}"`
  const heading = (level: number): string => {
    const scale = level === 1 ? d.pick([1.4, 1.6, 2, 2.4]) : ratio ** Math.max(0.4, 2.6 - level * 0.6)
    const bold = manner.includes('bold') || (manner === 'color' && d.chance(0.5)) || (level === 1 && d.chance(0.5))
    const caps = manner.endsWith('caps') && manner !== 'smallcaps' && level < 3
    const type = {
      font: headFont,
      color,
      bold,
      caps,
      italic: manner === 'italicbold' && level === 3,
      small: manner === 'smallcaps',
      under: manner === 'under',
    }
    const [above, below] = [size * d.pick([0.6, 0.9, 1.2, 1.6]), size * d.pick([0.1, 0.3, 0.5])]
    const align = level === 1 && d.chance(0.4) ? 'center' : 'start'
    return style(`${spacing(above, below, align)} fo:keep-with-next="always"`, typeOf(size * scale, type))
  }
  const headings = [1, 2, 3].map(heading)
  const hang = style(
    `${spacing(size, size * 0.3)} fo:margin-left="0cm" fo:text-indent="-1cm"`,
    typeOf(size * ratio, { font: headFont, color, bold: ratio > 1 || manner.includes('bold') }),
  )
  const text = style(spacing(0, d.pick([0, 3, 6, 8]), d.chance(0.3) ? 'justify' : 'start'), typeOf(size))
  const inside = (type: string) => {
    const name = add('text', `<style:text-properties ${type}/>`)
    return (words: string): string => `<text:span text:style-name="${name}">${words}</text:span>`
  }
  const cell = add(
    'table-cell',
    `<style:table-cell-properties fo:padding="2pt"${d.chance(0.6) ? ' fo:border="0.5pt solid #999999"' : ''}/>`,
  )
  /** A line of `k` times the text's size. */
  const line = (type: Type = {}, align = 'start', k = 1, above = 0, below = 0): string =>
    style(spacing(above, below, align), typeOf(size * k, type))
  const p = (words: string, name = text): string => `<text:p text:style-name="${name}">${words}</text:p>`
  const head = (level: number, words: string, name = headings[level - 1]!): string =>
    `<text:h text:style-name="${name}" text:outline-level="${level}">${words}</text:h>`
  const item = (): string => `<text:list-item>${p(d.chance(0.5) ? t.sentence() : cap(t.np()))}</text:list-item>`
  const list = (count = d.int(2, 5)): string => `<text:list text:style-name="Bullets">${many(count, item)}</text:list>`
  const table = (rows: number, cols: number, content: (row: number, col: number) => string): string => {
    const one = (row: number, col: number): string =>
      `<table:table-cell table:style-name="${cell}">${content(row, col)}</table:table-cell>`
    const body = many(rows, (row) => `<table:table-row>${many(cols, (col) => one(row, col))}</table:table-row>`)
    return `<table:table><table:table-column table:number-columns-repeated="${cols}"/>${body}</table:table>`
  }
  const number = (at: number): string => {
    if (numbered === '') return ''
    return (
      { '1': `${at + 1} `, '1.': `${at + 1}. `, 'A.': `${String.fromCharCode(65 + at)}. `, 'I.': `${roman[at]}. ` }[
        numbered
      ] ?? ''
    )
  }
  return {
    ...{ d, t, p, head, list, table, line, number, hang },
    b: inside('fo:font-weight="bold"'),
    mono: inside('fo:font-family="Liberation Mono"'),
    open: (words: string, name: string) => head(6, words, name),
    paras: (least: number, most: number) => many(d.int(least, most), () => p(t.para())),
    columns: (count: 2 | 3, content: string) =>
      `<text:section text:name="columns" text:style-name="Columns${count}">${content}</text:section>`,
    newPage: () => p('', style('fo:break-before="page"', '')),
    indent: style('fo:margin-left="0.8cm"', typeOf(size)),
    company: () => escapeXml(t.company()),
  }
}
