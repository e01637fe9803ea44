import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, minifySync, type Plugin, type Rolldown } from 'vite'
import { subsetFonts } from './subset-fonts.ts'

/** Modules of the pages that members load, by the page's name: web/member-pages.ts imports them in the order of the names. */
function modulesByPage(names: string[], imported: readonly string[]) {
  if (imported.length !== names.length) throw new Error('web/member-pages.ts has to import one module for each page')
  return Object.fromEntries(names.map((name, at) => [name, imported[at]]))
}

/** Addresses of the files that a member's page needs beside those of the first load, in the order of their use. */
function codeAhead(bundle: Rolldown.OutputBundle, modules: string[]) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const withImports = (chunk: Rolldown.OutputChunk, found = new Set<Rolldown.OutputChunk>()) => {
    if (found.has(chunk)) return found
    found.add(chunk)
    for (const name of chunk.imports) withImports(bundle[name] as Rolldown.OutputChunk, found)
    return found
  }
  const chunkOf = (module: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
    if (!chunk) throw new Error(`${module} is in no file of the build`)
    return chunk
  }
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => [...withImports(entry)]))
  const wanted = modules.flatMap((module) => [...withImports(chunkOf(module))])
  const files = wanted
    .filter((chunk) => !first.has(chunk))
    .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
  return [...new Set(files)].map((file) => `/${file}`)
}

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
          configFile: false,
          root: 'web',
          mode: 'production',
          appType: 'custom',
          logLevel: 'warn',
          plugins: [react(), subsetFonts()],
          server: { middlewareMode: true, hmr: false, ws: false, watch: null },
          optimizeDeps: { noDiscovery: true },
        })
        try {
          const { memberPages, renderPages } = (await server.ssrLoadModule(
            '/prerender.tsx',
          )) as typeof import('../../web/prerender.tsx')
          const { index, ...pages } = await renderPages()
          const moduleAt = (path: string) => join(server.config.root, path)
          const imported = this.getModuleInfo(moduleAt('member-pages.ts'))?.dynamicallyImportedIds ?? []
          const modules = modulesByPage(Object.keys(memberPages), imported)
          const withPage = (name: string, content = '') => {
            const page = modules[name]
            const code = codeAhead(bundle, [moduleAt('member.tsx'), ...(page ? [page] : [])]).join(' ')
            return html
              .replace('<script src="/start.js">', `<script src="/${start}" data-app="${app}" data-code="${code}">`)
              .replace('<div id="root"></div>', () => `<div id="root">${content}</div>`)
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
