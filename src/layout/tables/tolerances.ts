export const MIN_CELL_GAP_EM = 0.9

/** Middle of a line, above its baseline. */
export const MIDDLE_EM = 0.3

/** Between baselines of one cell or caption. */
export const MAX_LINE_LEADING_EM = 1.75

/** Between centers of adjacent rows. */
export const MAX_SAME_ROW_EM = 0.8

/** Minimum distance of table rows relative to the line spacing. */
export const ROW_GAP_RATIO = 1.12

/** Minimum fraction of rows that show a property of the table. */
export const MOST_ROWS_RATIO = 0.8

/** Maximum columns of a table; finer grids are graph paper or maps. */
export const MAX_COLUMNS = 80
