// A worker: turns the texts of one export into HTML, one after the other. A long text takes half a second, in which the
// server answers nobody.
import { parentPort, workerData } from 'node:worker_threads'
import { toHtml } from '../markdown/to-html.ts'
import { hrefFrom, type Layout } from './layout.ts'

/** What the texts may link to. */
export interface Links {
  publicUrl: string
  paths: Layout['paths']
  pictures: Layout['pictures']
}

export interface Request {
  /** Path of the page on which the HTML will be. */
  page: string
  /** Unique on the page. */
  id: string
  text: string
  level: number
}

const { publicUrl, paths, pictures } = workerData as Links
const pageOf = {
  post: (id: string) => `${publicUrl}/blog/${id}`,
  file: (id: string) => `${publicUrl}/files/${id}/view`,
}

parentPort?.on('message', ({ page, id, text, level }: Request) => {
  const html = toHtml(text, {
    ...{ id, level },
    addresses: {
      // what isn't the person's own is in the community, for its members
      target: (kind, target) => {
        const path = paths.get(`${kind} ${target}`)
        if (!path) return { href: pageOf[kind](target), title: target }
        const href = hrefFrom(page, path)
        return { href, title: path, ...(kind === 'file' && pictures.has(target) && { picture: href }) }
      },
      link: (url) => (/^[a-z][a-z\d+.-]*:/i.test(url) ? url : new URL(url, publicUrl).href),
      // a page that is opened from a disk asks no other site for pictures
      image: () => undefined,
    },
  })
  parentPort?.postMessage(html)
})
