/** The folder that the operator's command exports, opened by `file://`. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { fixture } from '../fixtures.ts'
import type { TestServer } from './test-server.ts'

const rich = `Dicen que se veía a cincuenta kilómetros[^1].

| Piso | Altura |
|:-----|-------:|
| primero | 60 m |

- [x] encender el fuego
- [ ] dormir

> Una torre en medio del mar.

\`\`\`js
const luz = 'encendida'
\`\`\`

[^1]: Lo cuenta Flavio Josefo.
`

/** A post with a picture and a comment, a news item, a message, and a file with signs that an address doesn't have. */
export async function writeCommunity({ hipatia, person }: TestServer) {
  const ana = await person('Ana')
  const category = await hipatia.createCategory('Historia')
  const photo = await ana.uploadFile({ ...fixture('foto.jpg'), name: 'Faro #1 100%.jpg' }, { category_id: category.id })
  const content = `{{file:${photo.id}|El faro de día}}\n\n${rich}`
  const post = await ana.createPost({ title: 'El faro', category_id: category.id, content })
  await hipatia.call('POST', `/comments/post/${post.id}`, { content: '¡Muy **bonito**!' })
  await ana.call('POST', '/news', { title: 'Abre el museo', url: 'https://museo.example/' })
  await ana.call('POST', '/chat/messages', { message: 'Hola' })
}

export async function exportSite({ dataDir }: TestServer) {
  const parent = mkdtempSync(join(tmpdir(), 'alejandria-copia-'))
  const folder = join(parent, 'copia de «Alejandría»')
  await promisify(execFile)(process.execPath, ['server/admin.ts', 'export', folder], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  return { url: pathToFileURL(folder).href, remove: () => rmSync(parent, { recursive: true }) }
}
