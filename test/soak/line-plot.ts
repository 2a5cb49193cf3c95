/** A line plot as SVG. */

export interface PlotOptions {
  readonly title: string
  readonly unit: string
  /** Label of the last x value; the first is 0. */
  readonly xEnd: string
}

const width = 720
const height = 220
const margin = { left: 64, right: 16, top: 32, bottom: 28 }

/** `values` are drawn at equal distances. */
export function linePlot(values: readonly number[], { title, unit, xEnd }: PlotOptions): string {
  const top = Math.max(1e-9, ...values)
  const plotWidth = width - margin.left - margin.right
  const plotHeight = height - margin.top - margin.bottom
  const x = (index: number): number => margin.left + (plotWidth * index) / Math.max(1, values.length - 1)
  const y = (value: number): number => margin.top + plotHeight * (1 - value / top)
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  const label = (at: number, text: string): string =>
    `<text x="${margin.left - 6}" y="${(y(at) + 4).toFixed(1)}" text-anchor="end">${text}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="12">
<title>${title}</title>
<rect width="${width}" height="${height}" fill="white"/>
<text x="${margin.left}" y="18" font-weight="bold">${title}</text>
<path d="M${margin.left} ${margin.top}V${height - margin.bottom}H${width - margin.right}" fill="none" stroke="gray"/>
${label(top, `${top >= 10 ? Math.round(top) : top.toFixed(2)} ${unit}`)}
${label(0, '0')}
<text x="${width - margin.right}" y="${height - 8}" text-anchor="end">${xEnd}</text>
<polyline points="${points}" fill="none" stroke="#1f6feb" stroke-width="1.5"/>
</svg>
`
}
