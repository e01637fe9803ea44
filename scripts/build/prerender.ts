import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { createServer, minifySync, type Plugin } from 'vite'
import { subsetFonts } from './subset-fonts.ts'

/**
 * Writes one HTML file for each page, `<page's name>.html`, with the page as it is before any script has run: the same
 * components, rendered by web/prerender.tsx. index.html is the page of an unknown address.
 */
export function prerender(): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { 'index.html': template } = bundle
        if (template?.type !== 'asset') throw new Error('index.html is not in the bundle')
        // web/public/start.js loads the app
        const [script, app] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(String(template.source)) ?? []
        if (!script || !app) throw new Error('index.html has no script')
        const html = String(template.source)
          .replace(script, '')
          .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
        const { code } = minifySync('start.js', readFileSync('web/public/start.js', 'utf8'))
        const start = this.getFileName(this.emitFile({ type: 'asset', name: 'start.js', source: code }))
        const server = await createServer({
          ...{ configFile: false, root: 'web', mode: 'production', appType: 'custom', logLevel: 'warn' },
          plugins: [react(), subsetFonts()],
          server: { middlewareMode: true, hmr: false, ws: false, watch: null },
          optimizeDeps: { noDiscovery: true },
        })
        try {
          const { renderPages, requestsAhead } = (await server.ssrLoadModule(
            '/prerender.tsx',
          )) as typeof import('../../web/prerender.tsx')
          const { index, ...pages } = await renderPages()
          const withPage = (name: string, page = '') => {
            const ahead = requestsAhead(name).join(' ').replaceAll('&', '&amp;')
            return html
              .replace('<script src="/start.js">', `<script src="/${start}" data-app="${app}" data-ahead="${ahead}">`)
              .replace('<div id="root"></div>', () => `<div id="root">${page}</div>`)
          }
          template.source = withPage('index', index)
          for (const [name, page] of Object.entries(pages))
            this.emitFile({ type: 'asset', fileName: `${name}.html`, source: withPage(name, page) })
        } finally {
          await server.close()
        }
      },
    },
  }
}
