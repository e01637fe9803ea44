// Editing and deleting news items (SPEC §2 'News', §5, §8).
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { news } from '../../../contract/news.ts'
import { whatsNew } from '../../../contract/whats-new.ts'
import { composeWith } from '../../support/web/compose.ts'
import { question, reply, toast } from '../../support/web/dialogs.ts'
import { connect, happens } from '../../support/web/live.ts'
import { closePage, earlier, hipatia, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, answerPages, holdBack, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { alert, button, edit, heading, item, itemNamed, items, newsOf, share } from './news.ts'

const press = (title: string, name: 'Editar' | 'Eliminar') =>
  itemNamed(title).getByRole('button', { name, exact: true }).click()
const save = edit.button('Guardar Cambios')
const discards = '¿Descartar lo que has escrito?'

async function openEdit(values: { title?: string; comment?: string }, stored = newsOf(item)) {
  await openPage('/news', { answers: stored.answers })
  await press('El faro', 'Editar')
  await edit.fill(values)
  return stored
}

test('an item is edited in its place; after failures, and a reload, the typed values stay', async () => {
  const { answers } = newsOf({ ...item, comment: 'Antes.' })
  const shared = answer(news.shared, ({ query }) => ({ item: query.get('except') === item.id ? null : item }))
  await openPage('/news', { answers: [refuse(news.update, 500), shared, ...answers] })
  await press('El faro', 'Editar')
  await expect.element(edit.form.getByRole('heading', { level: 2 })).toHaveTextContent('Editar la noticia')
  await expect.element(edit.url).toHaveFocus()
  await expect.element(edit.url).toHaveValue(item.url)
  await expect.element(edit.title).toHaveValue('El faro')
  await expect.element(edit.comment).toHaveValue('Antes.')
  await edit.fill({ title: 'El faro viejo', comment: '' })
  await expect.element(edit.form.getByText(/Ya compartida/), { message: 'by itself' }).not.toBeInTheDocument()
  await save.click()
  await expect.element(alert.getByText('Error al actualizar la noticia', { exact: true })).toBeVisible()
  nowAnswer(refuse(news.update, 500, 'Hoy no.'))
  await save.click()
  await expect.element(alert.getByText('Hoy no.', { exact: true })).toBeVisible()
  closePage()
  await openPage('/news', { answers })
  await expect.element(edit.title).toHaveValue('El faro viejo')
  await expect.element(share.form, { message: 'the draft is of the other form' }).not.toBeInTheDocument()
  await save.click()
  await expect.element(itemNamed('El faro viejo')).toHaveFocus()
  await expect.element(itemNamed('El faro viejo').getByText('editado')).toBeVisible()
  await expect.element(toast('La noticia se ha actualizado.')).toBeVisible()
  await expect.poll(() => sentTo(news.update).at(-1)).toEqual({ title: 'El faro viejo', url: item.url })
})

test('both versions are shown if another has changed the item; a deleted one can be shared again, once', async () => {
  const stored = newsOf(item)
  const versions: (string | null)[] = []
  const isOutdated = () => {
    nowAnswer(refuse(news.update, 412, 'Alguien la cambió.', 'outdated'))
    const [before = item] = stored.held.items
    stored.held.items = [{ ...before, title: 'El suyo', comment: 'Moderado.', updated_at: new Date().toISOString() }]
  }
  await openEdit({ title: 'El mío' }, stored)
  isOutdated()
  await save.click()
  await expect
    .element(edit.form.getByText('Alguien cambió esta noticia mientras la editabas. Ahora dice:'))
    .toBeVisible()
  await expect.element(edit.form.getByText('El suyo', { exact: true })).toBeVisible()
  await expect.element(edit.form.getByText('Moderado.', { exact: true })).toBeVisible()
  await expect.element(edit.title).toHaveValue('El mío')
  const theirs = stored.held.items[0]?.updated_at ?? ''
  nowAnswer(
    answer(news.update, ({ headers }) => {
      versions.push(headers.get('if-match'))
      stored.held.items = [{ ...item, title: 'El mío' }]
      return { ...item, title: 'El mío' }
    }),
  )
  await save.click()
  await expect.element(itemNamed('El mío')).toHaveFocus()
  expect(versions, 'over the version that was shown').toEqual([`"${Date.parse(theirs)}"`])

  await press('El mío', 'Editar')
  await edit.fill({ title: 'Otra vez el mío' })
  isOutdated()
  await save.click()
  await edit.button('Quedarme con esta').click()
  await reply(discards, 'Descartar')
  await expect.element(itemNamed('El suyo')).toBeVisible()

  await press('El suyo', 'Editar')
  await edit.fill({ title: 'El mío' })
  stored.held.items = []
  nowAnswer(refuse(news.update, 404, 'No está.', 'not_found'), refuse(news.read, 404, 'No está.', 'not_found'))
  await save.click()
  await expect.element(edit.form.getByText(/^Alguien eliminó esta noticia mientras la editabas\./)).toBeVisible()
  await edit.button('Compartir de nuevo').dblClick()
  await expect.element(itemNamed('El mío')).toBeVisible()
  await expect.poll(() => items.elements().length).toBe(1)
  await expect.poll(() => sentTo(news.create)).toMatchObject([{ title: 'El mío' }])
})

test('Escape closes the form of an item, and asks before it discards typed values', async () => {
  const { answers } = await openEdit({})
  await expect.element(edit.url).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(edit.form).not.toBeInTheDocument()
  await expect.element(itemNamed('El faro')).toHaveFocus()
  await press('El faro', 'Editar')
  await edit.fill({ title: 'El mío', comment: 'Y más.' })
  composeWith(edit.comment.element(), 'Escape')
  await userEvent.keyboard('{Escape}')
  await reply(discards, 'Cancelar')
  await expect.element(edit.comment).toHaveFocus()
  closePage()
  await openPage('/news', { answers })
  await expect.element(edit.title).toHaveValue('El mío')
  await edit.title.click()
  await userEvent.keyboard('{Escape}')
  await reply(discards, 'Descartar')
  await expect.element(edit.form).not.toBeInTheDocument()
  await expect.element(itemNamed('El faro')).toHaveFocus()
  expect(sentTo(news.update)).toEqual([])
})

test('newer items that move the edited one to the next page don’t end its edit', async () => {
  const stored = newsOf(item)
  const pages = answerPages(news.list, () => stored.held.items, 20)
  await openPage('/news', { answers: [pages, answer(news.read, item), ...stored.answers] })
  await connect()
  await press('El faro', 'Editar')
  await edit.fill({ title: 'El mío' })
  const others = Array.from({ length: 31 }, (_, n) => ({ ...item, id: idOf(900 - n), title: `Otra ${n}.` }))
  stored.held.items = [...others, item]
  const unseen = (fresh: number) => ({ fresh, seen_until: earlier })
  nowAnswer(answer(whatsNew.read, { news: unseen(31), blog: unseen(0), files: unseen(0) }))
  happens('section_changed', 'news')
  await button('Ver 31 novedades').click()
  await expect.element(itemNamed('Otra 0.')).toBeVisible()
  await expect.element(edit.title).toHaveValue('El mío')
  await expect.element(edit.form.getByText(/^Alguien eliminó/)).not.toBeInTheDocument()
  await save.click()
  await expect.element(itemNamed('El mío')).toHaveFocus()
})

const deletionOf = (title: string) =>
  `¿Estás seguro de que quieres eliminar la noticia "${title}"? Esta acción no se puede deshacer.`

test('an item is deleted after a question that names it; the focus goes to its neighbour, failures are shown', async () => {
  const title = 'ñ'.repeat(500)
  const { answers } = newsOf({ ...item, id: idOf(11), title }, item, { ...item, id: idOf(9), title: 'La otra' })
  await openPage('/news', { as: hipatia, screen: 'narrow', answers })
  for (const [named, shown] of [
    ['El faro', 'El faro'],
    [title, `${'ñ'.repeat(60)}…`],
  ] as const) {
    await press(named, 'Eliminar')
    await expect.element(page.getByRole('alertdialog', { name: `¿Eliminar «${shown}»?`, exact: true })).toBeVisible()
    const { scrollWidth, clientWidth } = question.element()
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(screen.width)
    await reply(deletionOf(named), 'Cancelar')
  }

  const remove = async (title: string, button: string) => {
    await press(title, 'Eliminar')
    await reply(deletionOf(title), button)
  }
  const held = holdBack(news.remove)
  nowAnswer(held.handler, refuse(news.remove, 500))
  await remove('El faro', 'Eliminar')
  held.release()
  await expect.element(alert.getByText('Error al eliminar la noticia', { exact: true })).toBeVisible()
  nowAnswer(refuse(news.remove, 500, 'Hoy no.'))
  await remove('El faro', 'Eliminar')
  await expect.element(alert.getByText('Hoy no.', { exact: true })).toBeVisible()
  nowAnswer(answer(news.remove, undefined), answer(news.list, [{ ...item, id: idOf(9), title: 'La otra' }]))
  await remove('El faro', 'Eliminar')
  await expect.element(itemNamed('La otra')).toHaveFocus()
  await expect.poll(() => items.elements().length).toBe(1)
  nowAnswer(answer(news.list, []))
  await remove('La otra', 'Eliminar')
  await expect.element(page.getByText('No hay noticias todavía. Comparte la primera.')).toBeVisible()
  await expect.element(heading).toHaveFocus()
  await expect.poll(() => sentTo(news.remove)).toHaveLength(4)
})
