/** Types of the ImageMagick loaders of both runtimes. */

export type MagickModule = typeof import('@imagemagick/magick-wasm')

/** Runs `work`, which must be synchronous, with a new instance of ImageMagick. */
export type WithMagick = <result>(work: (magick: MagickModule) => result) => Promise<result>
