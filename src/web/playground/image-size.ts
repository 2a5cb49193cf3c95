/** Sizes of images of blocks. They are set before the images load, so that the text below does not move. */
import { computed } from '@preact/signals'
import { localFile } from '../client/api.ts'
import { blocks } from './view.ts'

interface ImageSize {
  readonly width: number
  readonly height: number
}

/** Maximum height of an image in the document, in CSS pixels, as `max-height` of the style. */
const MAX_HEIGHT = 520

const sizes = computed(() => {
  const known = new Map<string, ImageSize>()
  for (const { block } of blocks.value) {
    const source = localFile(block.img_url)
    if (source === null) continue
    const [x1, y1, x2, y2] = block.bbox
    const scale = Math.min(1, MAX_HEIGHT / Math.max(1, y2 - y1))
    known.set(source, { width: Math.round((x2 - x1) * scale), height: Math.round((y2 - y1) * scale) })
  }
  return known
})

/** `source`: of the `img` element. Images inside of a line or cell have no block. */
export function imageSize(source: string | null): ImageSize | undefined {
  return sizes.value.get(source ?? '')
}

export function setImageSizes(root: Element): void {
  for (const image of root.querySelectorAll('img')) {
    const size = imageSize(image.getAttribute('src'))
    if (size !== undefined) Object.assign(image, size)
  }
}
