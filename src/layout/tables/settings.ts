/** Tolerances that several files of this folder share. */

/** Two pieces of a row stand at least this far apart. Ems. */
export const cellGapEm = 0.9

/** Finer grids than this are squared paper or maps. */
export const maxColumns = 80
