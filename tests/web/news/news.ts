import { page } from 'vitest/browser'
import { type NewNewsItem, type NewsItem, type NewsText, news } from '../../../contract/news.ts'
import { earlier, idOf, safo } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'

export const item: NewsItem = {
  id: idOf(10),
  title: 'El faro',
  url: 'https://www.elpais.com/cultura/faro',
  comment: null,
  author_id: safo.id,
  created_by: 'Safo',
  created_at: earlier,
  updated_at: earlier,
  reactions: [],
}

/** Items of a server, the newest first, and its answers; tests change the items as other people would. */
export function newsOf(...items: NewsItem[]) {
  const held = { items }
  const find = (id: string | undefined) => held.items.find((one) => one.id === id) ?? item
  const answers = [
    answer(news.list, () => held.items),
    answer(news.read, ({ params }) => find(params.id)),
    answer(news.shared, { item: null }),
    answer(news.create, ({ body }) => {
      const { client_id: _, ...given } = body as NewNewsItem
      const id = idOf(100 + held.items.length)
      const created = { ...item, id, ...given, title: given.title.trim(), comment: given.comment ?? null }
      held.items = [created, ...held.items]
      return created
    }),
    answer(news.update, ({ params, body }) => {
      const { title, url, comment = null } = body as NewsText
      const updated = { ...find(params.id), title, url, comment, updated_at: new Date().toISOString() }
      held.items = held.items.map((one) => (one.id === updated.id ? updated : one))
      return updated
    }),
    answer(news.remove, ({ params }) => {
      held.items = held.items.filter(({ id }) => id !== params.id)
      return undefined
    }),
  ]
  return { held, answers }
}

export const main = page.getByRole('main')
export const heading = main.getByRole('heading', { level: 1 })
export const items = main.getByRole('listitem')
export const itemNamed = (text: string) => items.filter({ hasText: text })
export const button = (name: string) => main.getByRole('button', { name, exact: true })
export const alert = main.getByRole('alert')
const formNamed = (name: string) => {
  const form = main.getByRole('form', { name })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  return {
    form,
    url: field('URL'),
    title: field('Título'),
    comment: field('Comentario (opcional)'),
    button: (name: string) => form.getByRole('button', { name, exact: true }),
    async fill(values: { url?: string; title?: string; comment?: string }) {
      for (const [label, value] of [
        ['URL', values.url],
        ['Título', values.title],
        ['Comentario (opcional)', values.comment],
      ] as const)
        if (value !== undefined) await field(label).fill(value)
    },
  }
}
export const toggle = button('+ Agregar Noticia')
export const share = formNamed('Agregar Noticia')
export const edit = formNamed('Editar la noticia')
