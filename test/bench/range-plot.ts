/** An SVG plot of measurements: one bar per row for the median, and a line from the minimum to the maximum. */
import { escapeHtml } from '../../src/model/escape-html.ts'

export interface Range {
  readonly min: number
  readonly median: number
  readonly max: number
}

export interface PlotRow {
  readonly label: string
  readonly range: Range
  /** Drawn in the main color. */
  readonly highlighted: boolean
}

export interface PlotPanel {
  readonly title: string
  readonly rows: readonly PlotRow[]
}

const WIDTH = 760
const LABEL_WIDTH = 200
const VALUE_WIDTH = 70
const ROW_HEIGHT = 24
const BAR_HEIGHT = 14
const TITLE_HEIGHT = 34
const BOTTOM = 12
const colors = { main: '#1f6feb', other: '#9aa4b2', text: '#1f2328', range: '#57606a', background: '#ffffff' } as const

/** Throws `RangeError` without rows. */
export function rangePlot(panels: readonly PlotPanel[]): string {
  let top = 0
  const parts: string[] = []
  for (const panel of panels) {
    parts.push(drawPanel(panel, top))
    top += TITLE_HEIGHT + panel.rows.length * ROW_HEIGHT
  }
  const height = top + BOTTOM
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="${colors.text}">
<title>Time and memory of the compared programs</title>
<rect width="${WIDTH}" height="${height}" fill="${colors.background}"/>
${parts.join('\n')}
</svg>
`
}

function drawPanel({ title, rows }: PlotPanel, top: number): string {
  const largest = Math.max(...rows.map(({ range }) => range.max))
  if (!(largest > 0)) throw new RangeError(`${title}: nothing to draw`)
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / largest
  return [
    `<text x="8" y="${top + 24}" font-weight="600">${escapeHtml(title)}</text>`,
    ...rows.map((row, index) => drawRow(row, { top: top + TITLE_HEIGHT + index * ROW_HEIGHT, scale })),
  ].join('\n')
}

function drawRow({ label, range, highlighted }: PlotRow, { top, scale }: { top: number; scale: number }): string {
  const x = (value: number): string => (LABEL_WIDTH + value * scale).toFixed(1)
  const middle = top + ROW_HEIGHT / 2
  const width = (range.median * scale).toFixed(1)
  const color = highlighted ? colors.main : colors.other
  return [
    `<text x="${LABEL_WIDTH - 8}" y="${middle + 4}" text-anchor="end">${escapeHtml(label)}</text>`,
    `<rect x="${LABEL_WIDTH}" y="${middle - BAR_HEIGHT / 2}" width="${width}" height="${BAR_HEIGHT}" rx="2" fill="${color}"/>`,
    `<path d="M${x(range.min)} ${middle}H${x(range.max)}M${x(range.min)} ${middle - 4}v8M${x(range.max)} ${middle - 4}v8" stroke="${colors.range}" stroke-width="1.5"/>`,
    `<text x="${Number(x(range.max)) + 6}" y="${middle + 4}">${shortNumber(range.median)}</text>`,
  ].join('')
}

/** Three significant digits. */
export function shortNumber(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}
