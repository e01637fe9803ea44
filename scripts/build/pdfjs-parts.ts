import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** What pdf.js fetches while it reads a document, beside its own code: decoders, character maps, fonts, colours. */
export function pdfjsParts(): Plugin {
  const root = new URL('.', import.meta.resolve('pdfjs-dist/package.json'))
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  const base = `assets/pdfjs-${version}`
  // quickjs would run a document's own scripts, which stay off
  const files = ['wasm', 'cmaps', 'standard_fonts', 'iccs'].flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((name) => !/^(LICENSE|quickjs)/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  return {
    name: 'pdfjs-parts',
    generateBundle() {
      for (const file of files)
        this.emitFile({ type: 'asset', fileName: `${base}/${file}`, source: readFileSync(new URL(file, root)) })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${base}`, (request, response, next) => {
        const file = files.find((name) => request.url === `/${name}`)
        if (!file) return next()
        if (file.endsWith('.wasm')) response.setHeader('content-type', 'application/wasm')
        response.end(readFileSync(new URL(file, root)))
      })
    },
  }
}
