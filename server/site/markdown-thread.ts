// A worker: turns texts into HTML, one after the other. A long one takes half a second, in which the server would answer
// nobody.
import { parentPort } from 'node:worker_threads'
import { toHtml } from '../markdown/to-html.ts'
import { addressesIn } from './links.ts'
import type { Text } from './site.ts'

parentPort?.on('message', ({ page, id, text, level, links }: Text) => {
  parentPort?.postMessage(toHtml(text, { id, level, addresses: addressesIn(page, links) }))
})
