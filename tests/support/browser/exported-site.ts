/** A small community and the folder that the operator's command exports, opened by `file://`. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { fixture } from '../fixtures.ts'
import { test as base } from './test.ts'

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

export const test = base.extend<{ site: string }>({
  serverName: 'export',
  /** Its address; a file of it has signs that an address doesn't have. */
  site: async ({ server, pageErrors }, use) => {
    // all that it loads is in the folder
    pageErrors.tolerate(/^foreign GET file:/)
    const { hipatia, person, dataDir } = server
    const ana = await person('Ana')
    const category = await hipatia.createCategory('Historia')
    const fields = { category_id: category.id }
    const photo = await ana.uploadFile({ ...fixture('foto.jpg'), name: 'Faro #1 100%.jpg' }, fields)
    const content = `{{file:${photo.id}|El faro de día}}\n\n${rich}`
    const post = await ana.createPost({ title: 'El faro', ...fields, content })
    await hipatia.call('POST', `/comments/post/${post.id}`, { content: '¡Muy **bonito**!' })
    await ana.call('POST', '/news', { title: 'Abre el museo', url: 'https://museo.example/' })
    await ana.call('POST', '/chat/messages', { message: 'Hola' })
    const parent = mkdtempSync(join(tmpdir(), 'alejandria-copia-'))
    const folder = join(parent, 'copia de «Alejandría»')
    await promisify(execFile)(process.execPath, ['server/admin.ts', 'export', folder], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    })
    await use(pathToFileURL(folder).href)
    rmSync(parent, { recursive: true })
  },
})
