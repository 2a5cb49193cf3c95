/** Types of the minified file of KaTeX. */
declare module 'katex/dist/katex.min.js' {
  export { default } from 'katex'
}
