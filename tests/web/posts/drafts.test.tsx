// The page of one's own drafts.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import { posts } from '../../../contract/posts.ts'
import { reply, toast } from '../../support/web/dialogs.ts'
import { earlier, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, answerPages, holdBack, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { textsOf } from '../../support/web/text.ts'
import { alert, button, main, post } from './posts.ts'

const draft = { ...post, is_published: false, published_at: null }
const titles = () => textsOf(main().getByRole('article').getByRole('heading', { level: 2 }))
const none = main().getByText('No tienes borradores', { exact: true })
const storing = (...drafts: object[]) => answerPages(posts.drafts, drafts, 20)

test('drafts are loading, failed with and without a reason, and load after a retry: there are none yet', async () => {
  const list = holdBack(posts.drafts)
  await openPage('/blog/drafts', { answers: [list.handler, refuse(posts.drafts, 500)] })
  await expect.element(page.getByText(/^Cargando/).first()).toBeVisible()
  list.release()
  await expect.element(alert()).toMatchTextContent(/Error al cargar los borradores/)
  nowAnswer(refuse(posts.drafts, 500, 'El cajón está cerrado.'))
  await alert().getByRole('button').click()
  await expect.element(alert()).toMatchTextContent(/El cajón está cerrado\./)
  nowAnswer(storing())
  await alert().getByRole('button').click()
  await expect.element(none).toBeVisible()
  for (const link of main().getByRole('link', { name: 'Crear Nuevo Post' }).all())
    await expect.element(link).toHaveAttribute('href', '/blog/create')
})

test('a draft says its category, dates and beginning, and leads to its page and its form', async () => {
  const updated_at = '2026-03-03T09:00:00.000Z'
  const category = { category_id: idOf(20), category_name: 'Historia' }
  const cut = { ...draft, ...category, updated_at, title: 'El largo', excerpt: 'No se acaba', excerpt_cut: true }
  await openPage('/blog/drafts', { answers: [storing(cut, { ...draft, id: idOf(11) })] })
  const cardOf = (title: string) => main().getByRole('article').filter({ hasText: title })
  const card = cardOf('El largo')
  for (const text of ['BORRADOR', 'Historia', 'No se acaba...'])
    await expect.element(card.getByText(text, { exact: true })).toBeVisible()
  for (const text of ['Sin Categoría', 'Alto y claro.'])
    await expect.element(cardOf('El faro').getByText(text, { exact: true })).toBeVisible()
  expect([...card.element().querySelectorAll('time')].map(({ dateTime }) => dateTime)).toEqual([earlier, updated_at])
  for (const [name, href] of [
    ['El largo', `/blog/${draft.id}`],
    ['Ver', `/blog/${draft.id}`],
    ['Editar', `/blog/${draft.id}/edit`],
  ] as const)
    await expect.element(card.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
})

test.each([
  ['drafts', '/blog/drafts', posts.drafts, /más borradores/],
  ['posts', '/blog', posts.list, /más posts/],
] as const)('many %s come in pages, each once', async (_, path, row, label) => {
  const written = Array.from({ length: 25 }, (_, n) => ({ ...draft, id: idOf(100 + n), title: `Fragmento ${n}` }))
  await openPage(path, { answers: [answerPages(row, written, 20), answer(categories.list, [])] })
  const more = main().getByRole('button', { name: label })
  await more.click()
  await expect.poll(titles).toEqual(written.map(({ title }) => title))
  await expect.element(more).not.toBeInTheDocument()
})

test.each([
  {
    action: 'Publicar',
    row: posts.publish,
    failure: 'Error al publicar el borrador',
    question: '¿Estás seguro de que quieres publicar este borrador?',
    heading: undefined,
  },
  {
    action: 'Eliminar',
    row: posts.remove,
    failure: 'Error al eliminar el borrador',
    question: '¿Estás seguro de que quieres eliminar el borrador "El "último" <b>canto</b> $& de Ítaca"?',
    heading: '¿Eliminar «El "último" <b>canto</b> $& de Ítaca»?',
  },
])(
  '$action asks first; a draft stays when it is cancelled or fails, and is gone afterwards',
  async ({ action, row, failure, question, heading }) => {
    const title = 'El "último" <b>canto</b> $& de Ítaca'
    await openPage('/blog/drafts', { answers: [storing({ ...draft, title })] })
    await button(action).click()
    await reply(question, 'Cancelar', heading)
    expect(sentTo(row)).toEqual([])
    for (const detail of [undefined, 'El cajón está cerrado.']) {
      const sending = holdBack(row)
      nowAnswer(refuse(row, 500, detail))
      nowAnswer(sending.handler)
      await button(action).click()
      await reply(question, action)
      if (action === 'Publicar') await expect.element(button('Publicando...')).toBeVisible()
      sending.release()
      await expect.element(toast(detail ? `${failure}. ${detail}` : failure)).toBeVisible()
      await expect.element(button(action)).toBeVisible()
      expect(titles()).toEqual([title])
    }
    nowAnswer(answer(row, (action === 'Publicar' ? post : undefined) as never), storing())
    await button(action).click()
    await reply(question, action)
    await expect.element(none).toBeVisible()
  },
)
