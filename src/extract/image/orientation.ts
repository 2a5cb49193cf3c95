import type { Rotation } from '../../model/geometry.ts'
import { pngChunks } from './png-chunks.ts'
import { readTiff, type TiffDirectory, type TiffFile, tiffTags } from './tiff.ts'

/** Mirroring (left to right) precedes the clockwise rotation. */
export interface Orientation {
  readonly mirrored: boolean
  readonly rotation: Rotation
}

export const asStored: Orientation = { mirrored: false, rotation: 0 }

/** EXIF orientations 1 to 8 (TIFF 6.0, tag 274). */
const EXIF_ORIENTATIONS: readonly Orientation[] = [
  asStored,
  { mirrored: true, rotation: 0 },
  { mirrored: false, rotation: 180 },
  { mirrored: true, rotation: 180 },
  { mirrored: true, rotation: 270 },
  { mirrored: false, rotation: 90 },
  { mirrored: true, rotation: 90 },
  { mirrored: false, rotation: 270 },
]

export function readTiffOrientations({ directories }: TiffFile): Orientation[] {
  return directories.map(orientationOf)
}

function orientationOf(directory: TiffDirectory): Orientation {
  return EXIF_ORIENTATIONS[(directory.get(tiffTags.orientation) ?? 1) - 1] ?? asStored
}

export function readExifOrientation(exif: Uint8Array): Orientation {
  try {
    const [directory] = readTiff(exif).directories
    return directory === undefined ? asStored : orientationOf(directory)
  } catch (error) {
    if (error instanceof RangeError) return asStored
    throw error
  }
}

export function readPngOrientation(bytes: Uint8Array): Orientation {
  const exif = pngChunks(bytes).find(({ type }) => type === 'eXIf')
  return exif === undefined ? asStored : readExifOrientation(exif.data)
}

export function rotateClockwise({ mirrored, rotation }: Orientation, degrees: number): Orientation {
  return { mirrored, rotation: ((rotation + degrees) % 360) as Rotation }
}

/** A mirror after a rotation equals one before the opposite rotation. */
export function mirror({ mirrored, rotation }: Orientation, axis: 'left-right' | 'top-bottom'): Orientation {
  const leftRight = { mirrored: !mirrored, rotation: ((360 - rotation) % 360) as Rotation }
  return axis === 'left-right' ? leftRight : rotateClockwise(leftRight, 180)
}
