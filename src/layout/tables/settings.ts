/** Tolerances that several files of this folder share. */

/** Minimum gap between two cells of a row, in em. */
export const CELL_GAP = 0.9

/** Finer grids are graph paper or maps. */
export const MAX_COLUMNS = 80
