// The pages as they are before any script has run. scripts/build/prerender.ts writes them into the built HTML, and
// web/main.tsx takes them over; so nothing here may depend on the browser or on the person.
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { pages } from '../contract/pages.ts'
import { App } from './app.tsx'

export { memberPages } from './member-pages.ts'

const pageAt = (path: string) => (
  <StrictMode>
    <StaticRouter location={path}>
      <App />
    </StaticRouter>
  </StrictMode>
)

async function render(path: string) {
  // waits for the code of lazy parts; its own HTML may put large parts in place by a script, which the policy refuses
  await prerender(pageAt(path))
  return renderToString(pageAt(path))
}

/** HTML of every page by its name, and of an unknown address as `index`. */
export async function renderPages() {
  const rendered: Record<string, string> = { index: await render('/unknown') }
  for (const [name, { path }] of Object.entries(pages))
    rendered[name] = await render(path === pages.root.path ? pages.home.path : path)
  return rendered
}
