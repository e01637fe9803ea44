import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { appIcons } from './scripts/build/app-icons.ts'
import { pdfjsParts } from './scripts/build/pdfjs-parts.ts'
import { prerender } from './scripts/build/prerender.ts'
import { serviceWorker } from './scripts/build/service-worker.ts'
import { subsetFonts } from './scripts/build/subset-fonts.ts'

/** Pairs of brotli's postfix bits and direct codes of distances: which is the shortest differs from file to file. */
const distanceCodes = [
  [0, 0],
  [0, 8],
  [1, 0],
  [1, 30],
  [2, 32],
  [3, 64],
] as const

/** What every first visit fetches, and so is compressed in several ways. */
const isFirst = (fileName: string) => /^assets\/index-|\.html$/.test(fileName)

/** Writes .br and .gz beside every text asset, for `server/http/web.ts` to serve from memory. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    async writeBundle(options, bundle) {
      const { writeFile } = await import('node:fs/promises')
      const publicFiles = readdirSync('web/public').map((fileName) => ({
        type: 'asset',
        fileName,
        source: readFileSync(`web/public/${fileName}`),
      }))
      await Promise.all(
        [...Object.values(bundle), ...publicFiles].map(async (file) => {
          if (!/\.(js|mjs|css|svg|json|webmanifest|html)$/.test(file.fileName)) return
          const bytes = Buffer.from('code' in file ? file.code : file.source)
          if (bytes.length < 512) return
          const quality = bytes.length > 500_000 ? 9 : 11 // 11 takes seconds on very large files, for 10 %
          const compress = ([postfix, direct]: (typeof distanceCodes)[number]) =>
            promisify(brotliCompress)(bytes, {
              params: {
                [constants.BROTLI_PARAM_QUALITY]: quality,
                [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
                [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
                [constants.BROTLI_PARAM_NDIRECT]: direct,
              },
            })
          const codes = isFirst(file.fileName) ? distanceCodes : distanceCodes.slice(0, 1)
          const [smallest = bytes] = (await Promise.all(codes.map(compress))).sort((a, b) => a.length - b.length)
          await writeFile(`${options.dir}/${file.fileName}.br`, smallest)
          await writeFile(`${options.dir}/${file.fileName}.gz`, await promisify(gzip)(bytes, { level: 9 }))
        }),
      )
    },
  }
}

interface Modules {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null
}

/** The modules that `isRoot` among a module and all that import it statically. */
function rootsOf(id: string, modules: Modules, isRoot: (info: Rolldown.ModuleInfo) => boolean) {
  const seen = new Set<string>()
  const search = (id: string): string[] => {
    const info = modules.getModuleInfo(id)
    if (!info || seen.has(id)) return []
    seen.add(id)
    return [...(isRoot(info) ? [id] : []), ...info.importers.flatMap(search)]
  }
  return search(id)
}

const isInitial = (id: string, modules: Modules) => rootsOf(id, modules, ({ isEntry }) => isEntry).length > 0

/** What every member loads: one file, which imports no other but those of the first load. */
const isMembers = (id: string, modules: Modules) =>
  rootsOf(id, modules, ({ id }) => id.endsWith('/web/member.tsx')).length > 0

/** Pages that load a module when they are opened; what they load later, such as a dialog, doesn't count. */
const countPages = (id: string, modules: Modules) =>
  rootsOf(id, modules, ({ dynamicImporters }) => dynamicImporters.some((by) => by.endsWith('/web/member-pages.ts')))
    .length

const minPages = 3

/**
 * The chunk of a module that several pages need: 'shared', if it needs no library but those that every member has;
 * otherwise it stays beside its library.
 */
function sharedChunkName(id: string, modules: Modules) {
  const seen = new Set<string>()
  const needsNoLibrary = (id: string): boolean => {
    if (seen.has(id)) return true
    seen.add(id)
    if (isInitial(id, modules) || isMembers(id, modules)) return true
    return !id.includes('node_modules') && (modules.getModuleInfo(id)?.importedIds ?? []).every(needsNoLibrary)
  }
  return countPages(id, modules) >= minPages && needsNoLibrary(id) ? 'shared' : null
}

export default defineConfig({
  root: 'web',
  plugins: [react(), subsetFonts(), pdfjsParts(), appIcons(), prerender(), serviceWorker(), precompress()],
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
    rolldownOptions: {
      checks: { bundlerTimings: false }, // a slow machine is no news
      output: {
        // Files of a few hundred bytes cost a phone more than they hold: every page is made of what all pages load, what all
        // members' pages load, what several load, and its own.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 3 },
            {
              name: (id: string, modules: Modules) => (isMembers(id, modules) ? 'member' : null),
              includeDependenciesRecursively: false,
              priority: 2,
            },
            { name: sharedChunkName, includeDependenciesRecursively: false, priority: 1 },
          ],
        },
      },
    },
  },
})
