/** Scripts for a character class of a regular expression with the flag `u`. */
export const eastAsian = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
