/** Tolerances that several files of this folder share. Distances are in em. */

/** Minimum gap between two cells of a row. */
export const CELL_GAP = 0.9

/** Maximum distance between the baselines of two lines of one cell or caption. */
export const LINE_LEADING = 1.75

/** Rows with less distance between their centers are next to each other, not one below the other. */
export const SAME_LINE = 0.8

/** A distance larger than the usual line spacing by this factor separates two table rows. */
export const ROW_GAP_RATIO = 1.12

/** Part of the table rows that must show a property of all of them. */
export const MOST_ROWS_RATIO = 0.8

/** Finer grids are graph paper or maps. */
export const MAX_COLUMNS = 80
