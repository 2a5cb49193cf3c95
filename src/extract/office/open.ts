import { ParseError } from '../../model/errors.ts'
import type { OpenDocument } from '../types.ts'

/** Reached only by formats that need a converter, in deployments without one: always throws 1139. */
export async function open(_bytes: Uint8Array, fileType: string): Promise<OpenDocument> {
  throw new ParseError(
    1139,
    `Files of type "${fileType}" can only be read with a converter, and this deployment has none: install LibreOffice or set OFFICE_CONVERTER_URL. Or save the file as PDF, or in the current format of its program, and send that.`,
  )
}
