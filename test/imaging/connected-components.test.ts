/** Connected components by threshold and by class. */
import { expect, test } from 'vitest'
import { classifyLevels, findClassComponents, findComponents } from '../../src/imaging/connected-components.ts'
import { emptyRaster, fill } from './draw.ts'

const left = { x0: 10, y0: 10, x1: 30, y1: 40 }
const right = { x0: 30, y0: 10, x1: 50, y1: 40 }

test('boxes of two levels side by side are one component, and one of each class', () => {
  const raster = emptyRaster(60, 50)
  fill(raster, left, 60)
  fill(raster, right, 190)
  expect(findComponents(raster, 200)).toEqual([{ ...left, x1: right.x1 }])
  const classes = classifyLevels((level) => (level === 60 ? 1 : level === 190 ? 2 : 0))
  expect(findClassComponents(raster, classes)).toEqual([
    { box: left, class: 1 },
    { box: right, class: 2 },
  ])
})

test('arms that meet in a later row are one component, also by a corner', () => {
  const raster = emptyRaster(40, 40)
  fill(raster, { x0: 5, y0: 5, x1: 10, y1: 20 })
  fill(raster, { x0: 15, y0: 5, x1: 20, y1: 20 })
  fill(raster, { x0: 10, y0: 20, x1: 15, y1: 22 })
  fill(raster, { x0: 30, y0: 30, x1: 40, y1: 40 })
  expect(findComponents(raster)).toEqual([
    { x0: 5, y0: 5, x1: 20, y1: 22 },
    { x0: 30, y0: 30, x1: 40, y1: 40 },
  ])
})
