/** Chinese and Japanese, which are written without spaces. Part of a character class, as `eastAsian`. */
export const unspacedEastAsian = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
export const eastAsian = `${unspacedEastAsian}\\p{Script=Hangul}`
export const eastAsianLetter = new RegExp(`[${eastAsian}]`, 'u')
