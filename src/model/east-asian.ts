/** Scripts that are written without blanks in squares of one size: Chinese, Japanese, and Korean beside them. */

/** The inside of a class of regular expressions with the flag `u`. */
export const eastAsian = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
