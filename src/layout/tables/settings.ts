/** Shared tolerances of table detection. */

/** Minimum gap between two cells of a row. */
export const MIN_CELL_GAP_EM = 0.9

/** Maximum distance between baselines of one cell or caption. */
export const MAX_LINE_LEADING_EM = 1.75

/** Maximum distance between centers of rows that are next to each other. */
export const MAX_SAME_ROW_EM = 0.8

/** Minimum distance of table rows relative to the line spacing. */
export const ROW_GAP_RATIO = 1.12

/** Minimum fraction of table rows that show a property of all. */
export const MOST_ROWS_RATIO = 0.8

/** Maximum number of columns; finer grids are graph paper or maps. */
export const MAX_COLUMNS = 80
