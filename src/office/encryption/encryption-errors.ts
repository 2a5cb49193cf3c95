import { ParseError } from '../../model/errors.ts'

export function lockedError({ hasPassword }: { readonly hasPassword: boolean }): ParseError {
  const reason = hasPassword
    ? 'The document is protected, and the password does not open it: it is wrong, or the file is a binary one (DOC, XLS, PPT), which can be opened with a password only by Gotenberg.'
    : 'The document is protected with a password.'
  return new ParseError(1106, `${reason} Send the right password in the field "password", or the document without one.`)
}

export function wrongPassword(): ParseError {
  return new ParseError(1106, 'The password does not open the document. Send the right one in the field "password".')
}

export function unsupportedEncryption(): ParseError {
  return new ParseError(
    1106,
    'The encryption of the document is not supported. Save it without a password and send it again.',
  )
}

export function unsupportedOdfEncryption(): ParseError {
  return new ParseError(
    1106,
    'The encryption of the OpenDocument file is not supported: Blowfish (before 2012), or Argon2 with AES-GCM (ODF 1.4). Save it without a password, or as ODF 1.3, and send it again.',
  )
}
