import { Readable } from 'node:stream'
import { addLink, saveLinkTitle } from '../server/files/links.ts'
import { ensurePreviews } from '../server/files/previews.ts'
import { findFileRow } from '../server/files/queries.ts'
import { saveFile } from '../server/files/rules.ts'
import type { SignedIn } from '../server/http/serve.ts'
import type { Services } from '../server/services.ts'
import { findByName } from './entries.ts'
import { type Medium, media } from './media.ts'

interface Link {
  key: string
  url: string
  /** Of its page, which the demo doesn't ask for. */
  title: string
  description: string
  by: string
  category?: string
}

const links: Link[] = [
  {
    key: 'conejo',
    url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    title: 'Big Buck Bunny 60fps 4K - Official Blender Foundation Short Film',
    description: 'Para la noche de la azotea: el conejo, en grande',
    by: 'Nuria Ortiz',
    category: 'Cine fórum',
  },
  {
    key: 'un-minuto',
    url: 'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    title: 'Rick Astley - Never Gonna Give You Up (Official Video) (4K Remaster)',
    description: 'Un minuto, y no es lo que parece',
    by: 'Zoé Quintana',
    category: 'Cine fórum',
  },
  {
    key: 'cervantes',
    url: 'https://www.cervantesvirtual.com/',
    title: 'Biblioteca Virtual Miguel de Cervantes',
    description: 'La biblioteca que cabe en el bolsillo',
    by: 'Inés Mondragón',
    category: 'Lecturas',
  },
]

type At = (moment: number) => Services

interface Community {
  people: Map<string, SignedIn>
  categoryIds: Map<string, string>
}

const hourMs = 60 * 60_000

/** Adds a file every few days up to now, and makes the smaller versions of images. Returns ids by key. */
export async function seedFiles(at: At, now: number, { people, categoryIds }: Community) {
  const items: (Medium | Link)[] = [...(await media()), ...links]
  const added = items.map(async (item, index) => {
    const services = at(now - (items.length - index) * 61 * hourMs + index * 17 * 60_000)
    const by = findByName(people, item.by)
    const details = { description: item.description, category_id: categoryIds.get(item.category ?? '') ?? null }
    if ('url' in item) return addTitledLink(services, by, item, details)
    return addFile(services, by, item, details)
  })
  const files = await Promise.all(added)
  for (const { id, thumb_url } of files) {
    const row = thumb_url === null ? undefined : await findFileRow(at(now).db, id)
    if (row?.bytes_key) await ensurePreviews(at(now), { ...row, bytes_key: row.bytes_key })
  }
  return new Map(files.map(({ id }, index) => [items[index]?.key ?? '', id]))
}

type Details = { description: string; category_id: string | null }

async function addTitledLink(services: Services, by: SignedIn, { url, title }: Link, details: Details) {
  const link = await addLink(services, by, { url, ...details })
  await saveLinkTitle(services, { ...link, uploaded_at: Date.parse(link.uploaded_at) }, title)
  return link
}

async function addFile(services: Services, by: SignedIn, { name, type, bytes }: Medium, details: Details) {
  const id = services.newId()
  await services.incoming.receive(id, Readable.from([bytes]))
  return saveFile(services, by, { id, name, declaredType: type, size: bytes.length }, details)
}
