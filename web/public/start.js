// Runs before the first paint of a page that is drawn already: sets what only this browser knows, and loads the app.
const root = document.documentElement
const { app, code } = document.currentScript.dataset

try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') {
    root.dataset.theme = theme
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.media = meta.dataset.theme === theme ? 'all' : 'not all'
  }
  if (sessionStorage.getItem('auth_token') ?? localStorage.getItem('auth_token')) {
    root.dataset.signedIn = ''
    loadAhead()
  }
} catch {
  // the storage is blocked: the system's theme, and a visitor
}

// The code of a member's page arrives together with the app's, not after it.
function loadAhead() {
  for (const href of code?.split(' ') ?? []) {
    const kind = href.endsWith('.js') ? { rel: 'modulepreload' } : { rel: 'preload', as: 'style' }
    // with `crossOrigin`, as the app asks for them
    document.head.append(Object.assign(document.createElement('link'), { href, ...kind, crossOrigin: '' }))
  }
}

// The app repeats a press that came before it (web/app.tsx).
function remember({ target }) {
  document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
  target.closest('button')?.setAttribute('data-pressed', '')
}
document.addEventListener('click', remember)
document.addEventListener('app-ready', () => document.removeEventListener('click', remember), { once: true })

// The browser offers to install the app at a moment of its own; /account has the button.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installPrompt = event
})

// A visitor can read without the app: it leaves the connection to the styles and fonts until the page is painted.
let isLoading = false
async function load() {
  if (!app || isLoading) return
  isLoading = true
  try {
    await import(app).catch(() => new Promise((resolve) => setTimeout(resolve, 3000)).then(() => import(app)))
    sessionStorage.removeItem('reloaded')
  } catch {
    await reload().catch(() => {}) // no network, or the storage is blocked
  }
}

// Some browsers import nothing again that has failed once. Offline the page stays, since it can be read.
async function reload() {
  await fetch(app)
  if (sessionStorage.getItem('reloaded')) return
  sessionStorage.setItem('reloaded', 'yes')
  location.reload()
}
if ('signedIn' in root.dataset || document.hidden) void load()
else {
  new PerformanceObserver(load).observe({ type: 'paint', buffered: true })
  setTimeout(load, 2000) // a covered window is not painted
}
