import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Writes .br and .gz beside every text asset, for `server/http/web.ts` to serve from memory. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    async writeBundle(options, bundle) {
      const { writeFile } = await import('node:fs/promises')
      await Promise.all(
        Object.values(bundle).map(async (file) => {
          if (!/\.(js|mjs|css|svg|json)$/.test(file.fileName)) return
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (bytes.length < 1024) return
          const quality = bytes.length > 500_000 ? 9 : 11 // 11 takes seconds on very large files, for 10 %
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: quality,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          }
          await writeFile(`${options.dir}/${file.fileName}.br`, await promisify(brotliCompress)(bytes, { params }))
          await writeFile(`${options.dir}/${file.fileName}.gz`, await promisify(gzip)(bytes, { level: 9 }))
        }),
      )
    },
  }
}

export default defineConfig({
  root: 'web',
  plugins: [react(), precompress()],
  html: { cspNonce: '__NONCE__' },
  resolve: {
    // Markdown's `&nbsp;` and the like: the package's form for browsers reads them with innerHTML, which trusted types
    // refuse; the form that Node gets has a table.
    alias: {
      'decode-named-character-reference': fileURLToPath(import.meta.resolve('decode-named-character-reference')),
    },
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false }, // every browser of the target does it
    reportCompressedSize: false,
    rolldownOptions: { checks: { bundlerTimings: false } }, // a slow machine is no news
  },
})
