import { expect, test } from 'vitest'
import { findMirror } from './backports.ts'

test('finds the mirror in both formats of apt sources', () => {
  const blocks =
    'Types: deb\n# http://snapshot.example/\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates\nComponents: main\nSigned-By: /k.gpg\n\nTypes: deb\nURIs: http://mirror.example/security\nSuites: bookworm-security\n'
  expect(findMirror(blocks)).toEqual({ uri: 'http://mirror.example/debian', signedBy: '/k.gpg' })
  expect(
    findMirror(
      'deb http://mirror.example/security bookworm-security main\ndeb [arch=amd64 signed-by=/k.gpg] http://mirror.example/debian bookworm contrib main\n',
    ),
  ).toEqual({
    uri: 'http://mirror.example/debian',
    signedBy: '/k.gpg',
  })
  expect(
    findMirror('# deb http://mirror.example/debian bookworm main\ndeb http://mirror.example/node nodistro main\n'),
  ).toBeNull()
})
