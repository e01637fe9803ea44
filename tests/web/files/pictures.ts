/** Pictures of the archive, with their bytes in place of a server. */
import { HttpResponse, http } from 'msw'
import { beforeEach } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import fotoAddress from '../../fixtures/foto.jpg?url'
import { idOf } from '../../support/web/screen.tsx'
import { fileOf } from '../links/links.ts'
import { bytesAt } from './pdf.ts'

let round = 0
/** Names of the pictures that the browser asked for in this test. */
export const requested: string[] = []
beforeEach(() => {
  round++
  requested.length = 0
})

/** In each test the pictures have other addresses: the browser asks for one only once. */
export const addressOf = (name: string) => `/images/${round}/${name}`

export const picture = (n: number, changes: Partial<ArchiveFile> = {}) =>
  fileOf(`n${n}.jpg`, {
    id: idOf(n),
    file_type: 'image/jpeg',
    cloudinary_url: addressOf(`original-${n}`),
    thumb_url: addressOf(`thumb-${n}`),
    screen_url: addressOf(`screen-${n}`),
    ...changes,
  })

/** The pictures as a server would send them. */
export async function contents() {
  const bytes = await bytesAt(fotoAddress)
  return http.get('/images/:round/:name', ({ params }) => {
    requested.push(`${params.name}`)
    return new HttpResponse(bytes, { headers: { 'content-type': 'image/jpeg', 'cache-control': 'no-store' } })
  })
}

/** The network is lost at pictures whose addresses match. */
export const lose = (pattern: RegExp) =>
  http.get('/images/:round/:name', ({ request }) => (pattern.test(request.url) ? HttpResponse.error() : undefined))
