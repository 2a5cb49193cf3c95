/** Photographed documents: cropped and rectified if they are certain, otherwise unchanged. */
import { describe, expect, test } from 'vitest'
import { detectDocumentQuad } from '../../src/imaging/document-quad.ts'
import { correctPerspective } from '../../src/imaging/perspective.ts'
import { prepare } from '../../src/imaging/prepare-page.ts'
import { affineAt, compose, mapPoint } from '../../src/imaging/transform.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { emptyRaster, fill, mapPixels, seeded, textPage } from './draw.ts'

const page = textPage()
const options = { dpi: 200, maxPixels: 8_000_000 }
const place = { x: 140, y: 110 }

/** The page on a darker background, with the grain of a photo. */
function onDesk(background: number, document: GrayRaster = page): GrayRaster {
  const picture = emptyRaster(page.width + 2 * place.x, page.height + 2 * place.y, background)
  for (let y = 0; y < document.height; y++)
    picture.pixels.set(
      document.pixels.subarray(y * document.width, (y + 1) * document.width),
      (place.y + y) * picture.width + place.x,
    )
  const random = seeded(7)
  return mapPixels(picture, (value, x) => value * (0.95 - (0.15 * x) / picture.width) + 6 * random())
}

/** The same, photographed at an angle. */
function fromAside(picture: GrayRaster): ReturnType<typeof correctPerspective> {
  const { width, height } = picture
  return correctPerspective(picture, [
    { x: 0, y: 0 },
    { x: width - 60, y: 25 },
    { x: width, y: height },
    { x: 40, y: height - 15 },
  ])
}

describe('a document on a darker background', () => {
  test.each([30, 90, 150])('of brightness %d: its corners are found, and points can be mapped back', (background) => {
    const photo = fromAside(onDesk(background))
    const prepared = prepare(photo.raster, options)
    expect(prepared.steps).toContain('document')
    const toPicture = compose(photo.toSource, prepared.toSource)
    const { width, height } = prepared.raster
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const) {
      const corner = mapPoint(toPicture, { x: x * width, y: y * height })
      expect(Math.abs(corner.x - place.x - x * page.width)).toBeLessThan(page.width * 0.015)
      expect(Math.abs(corner.y - place.y - y * page.height)).toBeLessThan(page.width * 0.015)
    }
  })

  test('around a point the transform is almost affine', () => {
    const { toSource } = fromAside(onDesk(60))
    const [at, near] = [
      { x: 300, y: 200 },
      { x: 310, y: 195 },
    ]
    const exact = mapPoint(toSource, near)
    const about = mapPoint(affineAt(toSource, at), near)
    expect(Math.hypot(exact.x - about.x, exact.y - about.y)).toBeLessThan(0.05)
  })

  test('is not found on white, or if it fills its raster', () => {
    expect(detectDocumentQuad(page)).toBeNull()
    expect(detectDocumentQuad(fromAside(onDesk(255)).raster)).toBeNull()
  })

  test('is not found next to text or another document, or with crooked sides', () => {
    const printed = onDesk(120)
    for (let y = 0; y < 60; y++)
      for (let x = 0; x < 500; x++) {
        const ink = page.pixels[(y + 95) * page.width + 50 + x] ?? 255
        if (ink < 128) printed.pixels[(y + 30) * printed.width + 200 + x] = 10
      }
    expect(detectDocumentQuad(printed)).toBeNull()
    const second = onDesk(60)
    fill(second, { x0: 0, y0: 0, x1: 90, y1: second.height }, 240)
    expect(detectDocumentQuad(second)).toBeNull()
    const round = mapPixels(onDesk(60), (value, x, y) =>
      Math.hypot((x - 600) / 600, (y - 350) / 350) > 0.8 ? 60 : value,
    )
    expect(detectDocumentQuad(round)).toBeNull()
  })

  test('is not found in small, empty and black images', () => {
    for (const raster of [
      emptyRaster(1, 1),
      emptyRaster(900, 900, 0),
      emptyRaster(900, 900, 128),
      emptyRaster(300, 300, 60),
    ])
      expect(detectDocumentQuad(raster)).toBeNull()
  })
})
