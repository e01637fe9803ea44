import { Readable } from 'node:stream'
import type { SignedIn } from '../server/auth/sessions.ts'
import { ensurePreviews } from '../server/files/previews.ts'
import { findFileRow } from '../server/files/queries.ts'
import { addLink, keepFile } from '../server/files/rules.ts'
import type { Services } from '../server/services.ts'
import { type Medium, media } from './media.ts'

interface Link {
  key: string
  url: string
  description: string
  by: string
  category?: string
}

const links: Link[] = [
  {
    key: 'conejo',
    url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    description: 'Para la noche de la azotea: el conejo, en grande',
    by: 'Nuria Ortiz',
    category: 'Cine fórum',
  },
  {
    key: 'un-minuto',
    url: 'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    description: 'Un minuto, y no es lo que parece',
    by: 'Zoé Quintana',
    category: 'Cine fórum',
  },
  {
    key: 'cervantes',
    url: 'https://www.cervantesvirtual.com/',
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

const hour = 60 * 60_000

/**
 * Fills the archive, a file every few days up to now, and makes the smaller versions of its pictures. Answers their ids
 * by key.
 */
export async function fillArchive(at: At, now: number, { people, categoryIds }: Community) {
  const things: (Medium | Link)[] = [...(await media()), ...links]
  const placed = things.map(async (thing, index) => {
    const services = at(now - (things.length - index) * 61 * hour + index * 17 * 60_000)
    const by = people.get(thing.by)
    if (!by) throw new Error(`nobody in the demo is named "${thing.by}"`)
    const details = { description: thing.description, category_id: categoryIds.get(thing.category ?? '') ?? null }
    if ('url' in thing) return addLink(services, by, { url: thing.url, ...details })
    return keep(services, by, thing, details)
  })
  const files = await Promise.all(placed)
  for (const { id, thumb_url } of files) {
    const row = thumb_url === null ? undefined : await findFileRow(at(now).db, id)
    if (row?.bytes_key) await ensurePreviews(at(now), { id, bytes_key: row.bytes_key })
  }
  return new Map(files.map(({ id }, index) => [things[index]?.key ?? '', id]))
}

async function keep(
  services: Services,
  by: SignedIn,
  { name, type, bytes }: Medium,
  details: { description: string; category_id: string | null },
) {
  const id = services.newId()
  await services.incoming.receive(id, Readable.from([bytes]))
  return keepFile(services, by, { id, incomingName: id, name, declaredType: type, size: bytes.length }, details)
}
