export const eastAsian = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
export const eastAsianLetter = new RegExp(`[${eastAsian}]`, 'u')
