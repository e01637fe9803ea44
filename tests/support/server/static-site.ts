/** A folder of pages, as somebody has it who was given it. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Parser } from 'htmlparser2'
import { filesBelow } from './backups.ts'

function parse(path: string) {
  // values of `href` and `src`
  const page = { ids: new Set<string>(), addresses: [] as string[] }
  const parser = new Parser({
    onopentag(name, { id, href, src }) {
      if (id !== undefined) {
        if (page.ids.has(id)) throw new Error(`${path}: the id ${id} is there twice`)
        page.ids.add(id)
      }
      if (name === 'script') throw new Error(`${path} has a script`)
      for (const address of [href, src]) if (address !== undefined) page.addresses.push(address)
    },
  })
  parser.end(readFileSync(path, 'utf8'))
  return page
}

/** Without the files of the archive. */
export const pagesOf = (folder: string) =>
  filesBelow(folder).filter((path) => path.endsWith('.html') && !/^archivo\/[^/]+\//.test(relative(folder, path)))

/** Addresses in the pages that lead nowhere, and the number of all addresses of files. */
export function findDeadLinks(folder: string, pages: string[]) {
  const parsed = new Map(pages.map((path) => [path, parse(path)]))
  const dead: string[] = []
  let checked = 0
  for (const [path, { addresses }] of parsed)
    for (const address of addresses) {
      if (/^(https?:|mailto:)/.test(address)) continue
      checked++
      const [encoded = '', fragment] = address.split('#')
      const target = encoded === '' ? path : join(dirname(path), decodeURIComponent(encoded))
      const isInside = !relative(folder, target).startsWith('..')
      const hasPlace = fragment === undefined || parsed.get(target)?.ids.has(decodeURIComponent(fragment))
      if (!isInside || !existsSync(target) || !hasPlace) dead.push(`${relative(folder, path)}: ${address}`)
    }
  return { dead, checked }
}
