// A worker: turns texts into HTML, one after the other. A long one takes half a second, in which the server would answer
// nobody.
import { parentPort } from 'node:worker_threads'
import { toHtml } from '../markdown/to-html.ts'
import { addressesIn, type LinkTarget } from './addresses.ts'

export interface Request {
  /** Path of the page on which the HTML will be. */
  page: string
  /** Unique on the page. */
  id: string
  text: string
  /** Of the text's first headings. */
  level: number
  publicUrl: string
  /** Own things that the text links to. */
  targets: Map<string, LinkTarget>
}

parentPort?.on('message', ({ page, id, text, level, publicUrl, targets }: Request) => {
  parentPort?.postMessage(toHtml(text, { id, level, addresses: addressesIn(page, publicUrl, targets) }))
})
