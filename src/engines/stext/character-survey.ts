import type { StextMemory } from '../mupdf/unsafe/stext-memory.ts'
import { isRightToLeft } from './right-to-left.ts'

/** Shows in one pass which other passes over the characters of a page are needed. */
export interface CharacterSurvey {
  readonly count: number
  readonly hasUnmapped: boolean
  readonly hasRightToLeft: boolean
}

export function surveyCharacters(memory: StextMemory): CharacterSurvey {
  let count = 0
  let hasUnmapped = false
  let hasRightToLeft = false
  memory.eachCharOfPage((char) => {
    count += 1
    if (!memory.hasUnicode(char)) hasUnmapped = true
    else if (isRightToLeft(memory.code(char))) hasRightToLeft = true
  })
  return { count, hasUnmapped, hasRightToLeft }
}
