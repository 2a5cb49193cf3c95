/** Runs before the first paint: the chosen color scheme, if it differs from the system's. */
const theme = ((): string | null => {
  try {
    return localStorage.getItem('sheaf.theme')
  } catch {
    return null
  }
})()
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
