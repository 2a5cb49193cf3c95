/** ImageMagick is too large for a Worker. */
import type { WithMagick } from './magick-module.ts'

export const withMagick: WithMagick | null = null
