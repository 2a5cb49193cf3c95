import { formatNumber, language, t } from '../messages/messages.ts'
import { DataTable } from '../parts/data-table.tsx'

interface Day {
  readonly day: string
  readonly pages: number
}

const SHOWN_DAYS = 30
const DAY_MS = 86_400_000
const size = { width: 720, height: 190, left: 64, bottom: 34, top: 12 } as const

export function UsageChart({ days }: { days: readonly Day[] }) {
  const bars = fillDays(days)
  const highest = Math.max(...bars.map(({ pages }) => pages))
  if (highest === 0) return <p class="muted">{t('usage.none')}</p>
  const top = roundUp(highest)
  const plotHeight = size.height - size.bottom - size.top
  const step = (size.width - size.left) / bars.length
  const yOf = (pages: number): number => size.top + plotHeight * (1 - pages / top)
  const labelOf = (day: string): string =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString(language.value, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return (
    <div class="chart-box">
      <svg class="chart" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={t('usage.chart')}>
        {[0, top / 2, top].map((value) => (
          <g key={value} class="axis">
            <line x1={size.left} x2={size.width} y1={yOf(value)} y2={yOf(value)} />
            <text x={size.left - 8} y={yOf(value) + 4} text-anchor="end">
              {formatShort(value)}
            </text>
          </g>
        ))}
        {bars.map(({ day, pages }, index) => (
          <g key={day}>
            <rect
              class="bar-rect"
              x={size.left + index * step + step * 0.15}
              width={step * 0.7}
              y={yOf(pages)}
              height={size.height - size.bottom - yOf(pages)}
              rx="2"
            >
              <title>{t('usage.day', { day: labelOf(day), pages: formatNumber(pages) })}</title>
            </rect>
            {(bars.length - 1 - index) % 7 === 0 ? (
              <text class="axis" x={size.left + (index + 0.5) * step} y={size.height - 4} text-anchor="middle">
                {labelOf(day)}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
      <details>
        <summary>{t('usage.table')}</summary>
        <DataTable columns={[{ label: t('usage.dayHead') }, { label: t('usage.pagesHead'), isNumber: true }]}>
          {days.toReversed().map(({ day, pages }) => (
            <tr key={day}>
              <td>{day}</td>
              <td class="number">{formatNumber(pages)}</td>
            </tr>
          ))}
        </DataTable>
      </details>
    </div>
  )
}

/** One entry per day up to today, or to the last day if its time zone is ahead. */
function fillDays(days: readonly Day[]): Day[] {
  const pages = new Map(days.map((entry) => [entry.day, entry.pages]))
  const today = new Date().toISOString().slice(0, 10)
  const last = Date.parse([today, days.at(-1)?.day ?? today].sort().at(-1) ?? today)
  return Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const day = new Date(last - (SHOWN_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { day, pages: pages.get(day) ?? 0 }
  })
}

function formatShort(value: number): string {
  return value.toLocaleString(language.value, { notation: 'compact' })
}

/** The next number of the form 2, 4, 10, 20, 40, 100 … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 10].map((factor) => Math.max(2, factor * power)).find((candidate) => candidate >= value) ?? value
}
