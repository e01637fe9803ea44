// Runs before the first paint of a page that is drawn already: sets what only this browser knows, and loads the app.
const root = document.documentElement
const { app } = document.currentScript.dataset

try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') {
    root.dataset.theme = theme
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.media = meta.dataset.theme === theme ? 'all' : 'not all'
  }
  if (sessionStorage.getItem('auth_token')) root.dataset.signedIn = ''
} catch {
  // the storage is blocked: the system's theme, and a visitor
}

// The app repeats a press that came before it (web/app.tsx).
function remember({ target }) {
  document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
  target.closest('button')?.setAttribute('data-pressed', '')
}
document.addEventListener('click', remember)
document.addEventListener('app-ready', () => document.removeEventListener('click', remember), { once: true })

// A visitor can read without the app: it leaves the connection to the styles and fonts until the page is painted.
function load() {
  if (app) void import(app) // a second time it does nothing
}
if ('signedIn' in root.dataset || document.hidden) load()
else {
  new PerformanceObserver(load).observe({ type: 'paint', buffered: true })
  setTimeout(load, 2000) // a covered window is not painted
}
