/** Maximum difference between the channels of a gray, 0 to 255. */
const MAX_GRAY_DIFFERENCE = 40

/** Red, green and blue of a color (0xRRGGBB), 0 to 255. */
export function channelsOf(color: number): [red: number, green: number, blue: number] {
  return [color >> 16, (color >> 8) & 255, color & 255]
}

/** Whether a color (0xRRGGBB) is neither black, gray nor white. */
export function isColored(color: number): boolean {
  const channels = channelsOf(color)
  return Math.max(...channels) - Math.min(...channels) > MAX_GRAY_DIFFERENCE
}
