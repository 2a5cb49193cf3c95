/** Before the first paint: sets the chosen color scheme, and a message for pages whose files are missing. */
const theme = ((): string | null => {
  try {
    return localStorage.getItem('sheaf.theme')
  } catch {
    return null
  }
})()
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return
    const note = document.createElement('p')
    note.setAttribute('role', 'alert')
    note.textContent = navigator.language.startsWith('zh')
      ? '页面的一部分无法加载。请重新加载页面。'
      : 'A part of this page could not be loaded. Reload the page.'
    document.body.append(note)
  },
  true,
)
