import { expect, test } from 'vitest'
import { rangePlot } from './range-plot.ts'

test('a bar for the median, a line from minimum to maximum, and the value', () => {
  const svg = rangePlot([
    {
      title: 'wall time, s',
      rows: [
        { label: 'a < b', range: { min: 1, median: 2, max: 4 }, highlighted: true },
        { label: 'c', range: { min: 1, median: 1, max: 1 }, highlighted: false },
      ],
    },
  ])
  expect(svg).toContain('>a &lt; b</text>')
  // The largest value takes the width between labels and values: 490.
  expect(svg).toMatch(/<rect x="200" y="\d+" width="245\.0"/)
  expect(svg).toMatch(/d="M322\.5 \d+H690\.0M/)
  expect(svg).toContain('>2.00</text>')
})
