import katex from 'katex'

/** Invalid formulas stay as text. */
export function render(tex: string, target: HTMLElement, isDisplay: boolean): void {
  try {
    katex.render(tex, target, { displayMode: isDisplay, throwOnError: true, trust: false, maxSize: 20, maxExpand: 500 })
  } catch {
    target.textContent = tex
  }
}
