/** Relative URL of a file, or of an element in it, for a link in `page`. Paths begin at the root, separated by `/`. */
export function hrefFrom(page: string, target: string, fragment?: string): string {
  const from = page.split('/').slice(0, -1)
  const to = target.split('/')
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++
  const up = '../'.repeat(from.length - shared)
  const address = `${up}${to.slice(shared).map(encodeURIComponent).join('/')}`
  return fragment === undefined ? address : `${address}#${fragment}`
}
