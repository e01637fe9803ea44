import { type Hit, type SearchKind, search } from '../../../contract/search.ts'
import { earlier, idOf } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'

const hit = (kind: SearchKind, n: number, title: string, excerpt: string, marks: number[][] = []): Hit => ({
  kind,
  id: idOf(n),
  title,
  path: `/blog/${idOf(n)}`,
  excerpt,
  marks,
  author_name: 'Safo',
  at: earlier,
  thumb_url: null,
})
const island = hit('post', 20, 'El faro de la isla', 'Se ve desde lejos, de noche.')
export const papers = hit('post', 21, 'Papeles', 'En la biblioteca hay un faro de papel.', [[24, 28]])
const comment = hit('comment', 22, 'El faro de la isla', 'Yo vi el faro desde la playa', [[9, 13]])
const newsHit = hit('news', 23, 'Restauran un faro', '')
export const hits = [newsHit, island, papers, comment]

/** Answers each text with the hits that have it in their title or excerpt. */
export const finds = (all: Hit[] = hits, headers: Record<string, string> = {}) =>
  answer(
    search.find,
    ({ query }) => {
      const q = (query.get('q') ?? '').toLowerCase()
      return all.filter(({ title, excerpt }) => `${title} ${excerpt}`.toLowerCase().includes(q))
    },
    { headers },
  )
