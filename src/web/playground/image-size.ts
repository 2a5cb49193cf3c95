/** Sizes of images of blocks. They are set before the images load or exist, so that the text below does not move. */
import { computed, effect, signal } from '@preact/signals'
import type { Size } from '../../model/geometry.ts'
import { localFile } from '../client/api.ts'
import { current } from './runs.ts'
import { blocks } from './view.ts'

/** Maximum height of an image in the document, in CSS pixels, as `max-height` of the style. */
const MAX_HEIGHT = 520

/** Number of images of a structured format to measure before the document is shown. */
const MAX_MEASURED = 12

/** `undefined`: the image is missing. */
const measured = signal<ReadonlyMap<string, Size | undefined>>(new Map())

const sizes = computed(() => {
  const known = new Map(measured.value)
  for (const { block } of blocks.value) {
    const source = localFile(block.img_url)
    const [x1, y1, x2, y2] = block.bbox
    if (source !== null && block.source !== 'document') known.set(source, limited(x2 - x1, y2 - y1))
  }
  return known
})

function limited(width: number, height: number): Size {
  const scale = Math.min(1, MAX_HEIGHT / Math.max(1, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Blocks of structured formats have the whole page as their box. */
const unmeasured = computed(() =>
  current.value?.status !== 'done'
    ? []
    : blocks.value
        .flatMap(({ block }) => (block.source === 'document' ? (localFile(block.img_url) ?? []) : []))
        .slice(0, MAX_MEASURED)
        .filter((source) => !measured.value.has(source)),
)

export const areSizesKnown = computed(() => unmeasured.value.length === 0)

effect(() => {
  const sources = unmeasured.value
  if (sources.length === 0) return
  Promise.all(sources.map(measure)).then((found) => {
    measured.value = new Map([...measured.peek(), ...found])
  })
})

async function measure(source: string): Promise<[source: string, Size | undefined]> {
  const image = new Image()
  image.src = source
  const isThere = await image.decode().then(
    () => true,
    () => false,
  )
  return [source, isThere ? limited(image.naturalWidth, image.naturalHeight) : undefined]
}

/** `source`: of the `img` element. Images inside of a line or cell have no block. */
export function imageSize(source: string | null): Size | undefined {
  return sizes.value.get(source ?? '')
}

/** `areStored`: the result has its files. The images of a running task are empty places. */
export function prepareImages(root: ParentNode, areStored: boolean): void {
  for (const image of root.querySelectorAll('img')) {
    const size = imageSize(image.getAttribute('src'))
    if (areStored) Object.assign(image, size)
    else image.replaceWith(emptyPlace(size))
  }
}

function emptyPlace(size: Size | undefined): HTMLElement {
  const place = document.createElement('span')
  place.className = 'image-place'
  if (size !== undefined) Object.assign(place.style, placeStyle(size))
  return place
}

export function placeStyle({ width, height }: Size): { readonly width: string; readonly aspectRatio: string } {
  return { width: `${width}px`, aspectRatio: `${width} / ${height}` }
}
