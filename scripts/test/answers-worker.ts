import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Code comes from Vite: without this route each module of the app would be looked for among the answers of a test. */
const codeFromNetwork = `
addEventListener('install', (event) => {
  event.addRoutes({ condition: { requestDestination: 'script' }, source: 'network' })
})
`

/** Serves the worker of msw, which sees all requests of a page but those for code. */
export function answersWorker(): Plugin {
  const worker = codeFromNetwork + readFileSync(fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js')), 'utf8')
  return {
    name: 'answers-worker',
    configureServer: ({ middlewares }) =>
      void middlewares.use('/mockServiceWorker.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(worker)
      }),
  }
}
