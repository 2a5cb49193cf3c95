import { expect, test } from 'vitest'
import {
  beginsWithLabel,
  isBareLabel,
  labelKind,
  unnumberedLabelKind,
} from '../../../src/layout/text/caption-labels.ts'

test.each([
  ['Figure 3. The flow', 'figure'],
  ['Fig. 2a: Sizes', 'figure'],
  ['Supplementary Table S2 | Means', 'table'],
  ['TABLE IV', 'table'],
  ['表 2 结果', 'table'],
  ['图3　流程', 'figure'],
  ['Figure 3 shows the flow', null],
  ['Tablets 3. daily', null],
  ['The figure 3.', null],
])('%s', (text, kind) => {
  expect(labelKind(text)).toBe(kind)
})

test('a label that continues as a sentence is a caption only if running text is already excluded', () => {
  expect(['Figure 14 (data until July)', 'Chart 2 shows it', 'Figure of merit', 'Tab'].map(beginsWithLabel)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a label can be alone or without a number', () => {
  expect(['Table 3', 'Figure A.1.', 'Table 3: Means'].map(isBareLabel)).toEqual([true, true, false])
  expect(['Figure: The flow', 'Table: Means', 'Figure the flow'].map(unnumberedLabelKind)).toEqual([
    'figure',
    'table',
    null,
  ])
})
