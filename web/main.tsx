import './theme/global.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { pages } from '../contract/pages.ts'
import { startSession } from './api/session.ts'
import { App } from './app.tsx'
import { loadMemberParts } from './member-parts.ts'
import { startTheme } from './theme/theme.ts'

// SPEC §2: / is the home page, and the server sends it for both
if (location.pathname === pages.root.path)
  history.replaceState(null, '', pages.home.path + location.search + location.hash)
startTheme()

// code whose loading is repeated goes without a style sheet that was lost: it is asked for again by itself, ever later
function askAgain({ target: lost }: Event) {
  if (!(lost instanceof HTMLLinkElement && lost.rel === 'stylesheet')) return
  const again = lost.cloneNode() as HTMLLinkElement
  again.dataset.delayMs = `${2 * Number(lost.dataset.delayMs ?? 1000)}`
  setTimeout(() => lost.replaceWith(again), Number(again.dataset.delayMs))
}
addEventListener('error', askAgain, true)

/** A member's page is rendered once, when its code and first data are there; without them after this time. */
const longestWaitMs = 200

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
)
function render() {
  // not before: the first render has to be the one that was drawn
  startSession(async () => {
    const parts = await loadMemberParts()
    const page = parts.loadOpenedPage(location)
    const user = await parts.loadUser()
    await Promise.race([page, new Promise((resolve) => setTimeout(resolve, longestWaitMs))])
    return user
  })
  const root = document.getElementById('root') as HTMLElement
  // the development server's page is empty
  if (root.hasChildNodes()) hydrateRoot(root, app)
  else createRoot(root).render(app)
}
// a member's app is loaded while the page is still being read (start.js): a cached one may be faster than the page
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', render, { once: true })
else render()
