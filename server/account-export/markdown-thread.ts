// A worker: turns texts into HTML, one after the other. A long one takes half a second, in which the server would answer
// nobody.
import { parentPort } from 'node:worker_threads'
import { toHtml } from '../markdown/to-html.ts'
import { hrefFrom } from './layout.ts'

export interface Request {
  /** Path of the page on which the HTML will be. */
  page: string
  /** Unique on the page. */
  id: string
  text: string
  /** Of the text's first headings. */
  level: number
  publicUrl: string
  /** What the text links to and is in the ZIP, by kind and id: `post 3f2a…`. */
  targets: Map<string, { path: string; isPicture: boolean }>
}

parentPort?.on('message', ({ page, id, text, level, publicUrl, targets }: Request) => {
  const pageOf = {
    post: (id: string) => `${publicUrl}/blog/${id}`,
    file: (id: string) => `${publicUrl}/files/${id}/view`,
  }
  const html = toHtml(text, {
    ...{ id, level },
    addresses: {
      // what isn't in the ZIP may be in the community, for its members
      target: (kind, target) => {
        const found = targets.get(`${kind} ${target}`)
        if (!found) return { href: pageOf[kind](target), title: target }
        const href = hrefFrom(page, found.path)
        return { href, title: found.path, ...(found.isPicture && { picture: href }) }
      },
      link: (url) => (/^[a-z][a-z\d+.-]*:/i.test(url) ? url : new URL(url, publicUrl).href),
      // a page that is opened from a disk asks no other site for pictures
      image: () => undefined,
    },
  })
  parentPort?.postMessage(html)
})
