import { pages } from '../../contract/pages.ts'

/** The page that the web's router shows for a path, whatever its capitals and however many slashes it ends in. */
export function findPage(path: string) {
  const parts = partsOf(path)
  // in the order of the contract, fixed parts come before ids
  return Object.values(pages).find((page) => {
    const own = page.path.split('/')
    const isSame = (part: string, at: number) => (part.startsWith(':') ? parts[at] : part === parts[at]?.toLowerCase())
    return own.length === parts.length && own.every(isSame)
  })
}

/** The page's own address for this path. */
export function properPath(page: { path: string }, path: string) {
  const parts = partsOf(path)
  return page.path
    .split('/')
    .map((part, at) => (part.startsWith(':') ? parts[at] : part))
    .join('/')
}

const partsOf = (path: string) => path.replace(/\/+$/, '').split('/')
