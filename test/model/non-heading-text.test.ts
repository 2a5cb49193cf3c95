import { expect, test } from 'vitest'
import { isNonHeadingText } from '../../src/model/non-heading-text.ts'

test('commands, options and program output are not headings', () => {
  for (const line of [
    '> print_list(d)',
    "> 'hello'",
    'R> library("spam")',
    '$ ls -l',
    '-x, --logoutcmd=char',
    '[1] "2010-08-06"',
    '[1] 12',
  ])
    expect(isNonHeadingText(line), line).toBe(true)
  for (const line of ['Results > 5 days', '[1] Lindgren, Eels', '1 Eels'])
    expect(isNonHeadingText(line), line).toBe(false)
})

test('copyright lines and labels of notices are not headings; `Notes` and laws may be', () => {
  for (const line of [
    'Copyright © 2000-2026 Rivers AB',
    '© Rivers AB',
    '(c) 2019 Rivers',
    'Copyright 2019 Rivers',
    'Note',
    'Warning!',
    'Hinweis:',
    '注意',
  ])
    expect(isNonHeadingText(line), line).toBe(true)
  for (const line of ['Notes', 'Copyright', 'Copyright and Permission Notice', 'Note on eels', '(c) Defaults'])
    expect(isNonHeadingText(line), line).toBe(false)
})
