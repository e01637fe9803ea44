import { createHash } from 'node:crypto'
import { build, type Plugin, type Rolldown } from 'vite'
import { pages } from '../../contract/pages.ts'

/** The whole fonts, the PDF reader and its parts are fetched when they are needed. */
const isKept = (name: string) =>
  /\.(js|css)$/.test(name)
    ? !/^assets\/(pdf-|pdf\.|pdfjs-)/.test(name)
    : /^assets\/(alegreya|source-sans-3)-(normal|italic)-[\w-]+\.woff2$/.test(name)

/** One file without imports, from a module of web/service-worker. */
async function bundleWorker(name: string, define: Record<string, string>) {
  const result = (await build({
    configFile: false,
    root: 'web',
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: { input: `web/service-worker/${name}.ts`, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  return result.output[0].code
}

/** Writes service-worker.js, and the one that takes it back, for `server/http/web.ts` to choose from. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle)
        const entry = files.find((file) => file.type === 'chunk' && file.isEntry)
        if (!entry) throw new Error('the build has no entry')
        const hash = createHash('sha256')
        // names of assets contain a hash
        for (const file of files.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1)))
          hash.update(file.fileName).update(file.fileName.endsWith('.html') && 'source' in file ? file.source : '')
        const version = hash.digest('base64url').slice(0, 12)
        const code = files.map(({ fileName }) => fileName).filter(isKept)
        // apart from the worker, which every start of the browser may load
        const list = `assets/code-${version}.json`
        this.emitFile({ type: 'asset', fileName: list, source: JSON.stringify(code.map((name) => `/${name}`)) })
        const define = {
          __VERSION__: JSON.stringify(version),
          __APP__: JSON.stringify(`/${entry.fileName}`),
          __PATHS__: JSON.stringify(Object.values(pages).map(({ path }) => path)),
          __CODE_LIST__: JSON.stringify(`/${list}`),
        }
        for (const name of ['main', 'off'])
          this.emitFile({
            type: 'asset',
            fileName: name === 'main' ? 'service-worker.js' : 'service-worker-off.js',
            source: await bundleWorker(name, define),
          })
      },
    },
  }
}
