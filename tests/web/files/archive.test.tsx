import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { files } from '../../../contract/files.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { reply, toast } from '../../support/web/dialogs.ts'
import { hipatia, idOf, openPage, safo, zenon } from '../../support/web/screen.tsx'
import {
  answer,
  answerPages,
  holdBack,
  nowAnswer,
  refuse,
  sentTo,
  withAndWithoutReason,
} from '../../support/web/server.ts'
import { textsOf } from '../../support/web/text.ts'
import { archive, cardOf, linkTo } from '../links/links.ts'

/** Of Hipatia. */
const linkOf = (url: string, n = 10) => linkTo(url, { id: idOf(n), uploaded_by: 'Hipatia', uploader_id: hipatia.id })
const address = 'https://museo.example/faro'

const card = cardOf(address)
const alert = page.getByRole('main').getByRole('alert')
const retry = alert.getByRole('button', { name: 'Reintentar' })
const form = page.getByRole('form', { name: 'Agregar URL' })
const field = form.getByRole('textbox', { name: 'URL' })
const submit = form.getByRole('button', { name: 'Agregar', exact: true })

for (const row of [files.sections, files.list])
  test.each(withAndWithoutReason('Failed to fetch files'))(
    `the archive is loading; when ${row.path} fails with the reason %s, it shows the error, and Reintentar loads it`,
    async (detail, text) => {
      const loading = holdBack(files.sections)
      await openPage('/files', { answers: [loading.handler, refuse(row, 500, detail), ...archive(linkOf(address))] })
      for (const what of ['Cargando archivos...', 'Cargando categorías...'])
        await expect.element(page.getByRole('status').filter({ hasText: what })).toBeInTheDocument()
      loading.release()
      await expect.element(alert).toMatchTextContent(text)
      await expect.element(page.getByText(/No hay archivos subidos/)).not.toBeInTheDocument()
      nowAnswer(...archive(linkOf(address)))
      await retry.click()
      await expect.element(card).toBeVisible()
      await expect.element(alert).not.toBeInTheDocument()
      await expect.element(page.getByText('Cargando archivos...')).not.toBeInTheDocument()
    },
  )

test.each(withAndWithoutReason('Failed to delete file'))(
  'a deletion that fails with the reason %s shows the error and keeps the file',
  async (detail, text) => {
    await openPage('/files', { as: hipatia, answers: archive(linkOf(address)) })
    nowAnswer(refuse(files.remove, 500, detail))
    const remove = async () => {
      await card.getByRole('button', { name: 'Eliminar' }).click()
      const asked = `Are you sure you want to delete "${address}"? This action cannot be undone.`
      await reply(asked, 'Eliminar', `¿Eliminar «${address}»?`)
    }
    await remove()
    await expect.element(toast(text)).toBeVisible()
    await expect.element(card.getByRole('button', { name: 'Eliminar' })).toBeEnabled()
    nowAnswer(answer(files.remove, undefined as never), answer(files.list, []), answer(files.sections, []))
    await remove()
    await expect.element(page.getByText(/^No hay archivos subidos todavía/)).toBeVisible()
    await expect.element(toast(`«${address}» se ha eliminado.`)).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Todos/ })).toHaveTextContent('Todos los Archivos0')
  },
)

test.each([
  ['the uploader', safo, ['de-safo.example']],
  ['another member', zenon, []],
  ['an admin', hipatia, ['de-safo.example', 'de-hipatia.example']],
] as const)('%s may delete only the right files', async (_who, as, mayDelete) => {
  const [own, other] = [linkOf('https://de-safo.example/', 10), linkOf('https://de-hipatia.example/', 11)]
  await openPage('/files', { as, answers: archive({ ...own, uploader_id: safo.id, uploaded_by: 'Safo' }, other) })
  await expect.element(page.getByRole('article').nth(1)).toBeVisible()
  expect(page.getByRole('button', { name: 'Eliminar' }).elements()).toHaveLength(mayDelete.length)
  for (const site of mayDelete)
    await expect.element(cardOf(`https://${site}/`).getByRole('button', { name: 'Eliminar' })).toBeVisible()
})

test('the empty archive says so, counts nothing and offers an upload', async () => {
  await openPage('/files', { answers: archive() })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Almacén de Archivos')
  const invitation = 'No hay archivos subidos todavía. Sé el primero en compartir un archivo!'
  await expect.element(page.getByText(invitation, { exact: true })).toBeVisible()
  expect(page.getByRole('article').elements()).toEqual([])
  for (const text of ['Todos los Archivos', 'Sin Categoría'])
    await expect.element(page.getByRole('button', { name: new RegExp(`^${text}`) })).toHaveTextContent(`${text}0`)
  await expect.element(page.getByRole('form', { name: 'Subir Archivo' })).not.toBeInTheDocument()
  await expectAccessible('the empty archive')
  await page.getByRole('button', { name: 'Subir Archivo' }).nth(1).click()
  await expect.element(page.getByRole('form', { name: 'Subir Archivo' })).toBeVisible()
})

test('files are shown by category with their counts, those of a section far below once they are scrolled to', async () => {
  const names = ['Arte', 'Ética', 'Zoología']
  const held = names.map((name, n) => ({ category_id: idOf(20 + n), category_name: name, file_count: 6 }))
  const counted = [...held, { category_id: null, category_name: null, file_count: 1 }]
  const asked: (string | null)[] = []
  const list = answer(files.list, ({ query }) => {
    const category = query.get('category_id')
    asked.push(category)
    const count = counted.find(({ category_id }) => category_id === (category === 'none' ? null : category))?.file_count
    return Array.from({ length: count ?? 0 }, (_, n) =>
      linkOf(`https://${category}.example/${n}`, 100 * asked.length + n),
    )
  })
  await openPage('/files', { screen: 'phone', answers: [list, answer(files.sections, counted), ...archive()] })
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await expect.element(section('Arte').getByRole('article')).toHaveLength(6)
  await expect.element(section('Arte').getByText('6 archivos', { exact: true })).toBeVisible()
  expect(asked).not.toContain('none')
  const headings = page.getByRole('main').getByRole('region').getByRole('heading', { level: 2 })
  expect(textsOf(headings)).toEqual([...names, 'Sin Categoría'])
  section('Sin Categoría').element().scrollIntoView()
  await expect.element(section('Sin Categoría').getByRole('article')).toHaveAccessibleName('https://none.example/0')
  await expect.element(section('Sin Categoría').getByText('1 archivo', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Categorías' }).click()
  const choices = ['Todos los Archivos19', 'Sin Categoría1', 'Arte6', 'Ética6', 'Zoología6']
  expect(textsOf(page.getByRole('button', { name: /^(Todos|Sin|Arte|Ética|Zoología)/ }))).toEqual(choices)
})

test('small sections are beside each other on a desktop, and below each other on a phone', async () => {
  const names = ['Arte', 'Ética', 'Música', 'Zoología']
  const named = names.map((category_name, n) => ({ category_id: idOf(20 + n), category_name }))
  const counted = named.map((one, n) => ({ ...one, file_count: n === 2 ? 2 : 1 }))
  const list = answer(files.list, ({ query }) => {
    const number = counted.findIndex(({ category_id }) => category_id === query.get('category_id'))
    return [linkOf(`https://${number}.example/`, 40 + number), ...(number === 2 ? [linkOf(address, 50)] : [])]
  })
  for (const [screen, rows] of [
    ['desktop', [0, 0, 1, 1]],
    ['phone', [0, 1, 2, 3]],
  ] as const) {
    await openPage('/files', { screen, answers: [list, answer(files.sections, counted), ...archive()] })
    await expect.element(page.getByRole('article').nth(screen === 'desktop' ? 4 : 0)).toBeVisible()
    const regions = page.getByRole('main').getByRole('region')
    const tops = regions.elements().map((one) => Math.round(one.getBoundingClientRect().top))
    expect(tops.map((top) => [...new Set(tops)].indexOf(top))).toEqual(rows)
  }
})

test.each(['0'.repeat(32), 'lo que sea<b>'])('the page of the category %s leads back to all files', async (gone) => {
  await openPage(`/files?categoria=${encodeURIComponent(gone)}`, { answers: archive(linkOf(address)) })
  await expect.element(page.getByText('No hay archivos en esta categoría.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Ver todos los archivos' }).click()
  await expect.element(card).toBeVisible()
})

test.each(withAndWithoutReason('Failed to fetch files'))(
  'when more files fail with the reason %s, the error is below the loaded ones, and Reintentar loads the rest',
  async (detail, text) => {
    const all = Array.from({ length: 30 }, (_, n) => linkOf(`https://museo.example/sala-${n}`, 10 + n))
    let isRefused = true
    const failing = http.get('/api/files', ({ request }) =>
      isRefused && new URL(request.url).searchParams.has('from')
        ? HttpResponse.json({ detail, code: 'internal' }, { status: 500 })
        : undefined,
    )
    await openPage('/files', { answers: [failing, answerPages(files.list, all, 24), ...archive(...all)] })
    await expect.element(page.getByRole('article').first()).toBeVisible()
    page.getByRole('article').last().element().scrollIntoView()
    await expect.element(alert).toMatchTextContent(text)
    expect(page.getByRole('article').elements()).toHaveLength(24)
    isRefused = false
    await retry.click()
    await expect.element(page.getByRole('article')).toHaveLength(30)
  },
)

test('only one of the forms for files and links is open, and a second press closes it', async () => {
  await openPage('/files', { answers: archive(linkOf(address)) })
  const main = page.getByRole('main')
  for (const [press, open] of [
    ['Subir Archivo', 'Subir Archivo'],
    ['Agregar URL', 'Agregar URL'],
    ['Subir Archivo', 'Subir Archivo'],
    ['Subir Archivo', undefined],
    ['Agregar URL', 'Agregar URL'],
    ['Cancelar', undefined],
  ] as const) {
    await main.getByRole('button', { name: press, exact: true }).first().click()
    for (const name of ['Subir Archivo', 'Agregar URL'] as const) {
      const isOpen = name === open
      await expect.element(main.getByRole('form', { name })).toHaveLength(isOpen ? 1 : 0)
      const button = main.getByRole('button', { name, exact: true }).first()
      await expect.element(button).toHaveAttribute('aria-expanded', `${isOpen}`)
    }
  }
})

const openForm = () => page.getByRole('main').getByRole('button', { name: 'Agregar URL' }).first().click()

test.each(withAndWithoutReason('Failed to add URL'))(
  'a text that is no address isn’t sent; a link that fails with the reason %s shows it and is kept, also after a reload',
  async (detail, text) => {
    const answers = archive(linkOf('https://otro.example/', 11))
    await openPage('/files', { answers: [refuse(files.addLink, 500, detail), ...answers] })
    await openForm()
    for (const none of ['', 'museo', '   ']) {
      await field.fill(none)
      await submit.click()
      await expect.element(field).toHaveFocus()
    }
    expect(sentTo(files.addLink)).toEqual([])
    await field.fill(address)
    await submit.click()
    await expect.element(form.getByRole('alert')).toHaveTextContent(`Error: ${text}`)
    await expect.element(field).toHaveValue(address)
    await openPage('/files', { answers })
    await openForm()
    await expect.element(field).toHaveValue(address)
    nowAnswer(answer(files.addLink, linkOf(address)), ...archive(linkOf(address)))
    await submit.click()
    await expect.element(card).toBeVisible()
    await expect.element(form).not.toBeInTheDocument()
    await expect.poll(() => sentTo(files.addLink)).toMatchObject([{ url: address }, { url: address }])
  },
)

test.each(['ftp://museo.example/faro', 'javascript:alert(1)', 'https://safo:clave@museo.example/'])(
  'the address %s is refused, and the form keeps its texts and names the reason',
  async (refused) => {
    await openPage('/files', { answers: archive(linkOf('https://otro.example/', 11)) })
    const text = 'La URL debe comenzar con http:// o https:// y tener un sitio, sin usuario ni contraseña'
    nowAnswer(refuse(files.addLink, 422, text, 'invalid', { errors: [{ field: 'url', message: text }] }))
    const description = form.getByRole('textbox', { name: 'Descripción (opcional)' })
    await openForm()
    await field.fill(refused)
    await description.fill('Mi descripción')
    await submit.click()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(text))
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue(refused)
    await expect.element(description).toHaveValue('Mi descripción')
    await expectAccessible('the form for links with an error')
    await field.fill(address)
    await expect.element(field).not.toHaveAttribute('aria-invalid', 'true')
    nowAnswer(answer(files.addLink, { ...linkOf(address), description: 'Mi descripción' }), ...archive(linkOf(address)))
    await submit.click()
    await expect.element(form).not.toBeInTheDocument()
    await expect.poll(() => sentTo(files.addLink).at(-1)).toMatchObject({ url: address, description: 'Mi descripción' })
  },
)

test('the chosen category is in the address, for the back button and for sharing', async () => {
  const historia = idOf(20)
  const [chronicle, loose] = [{ ...linkOf('https://cronica.example/', 10), category_id: historia }, linkOf(address, 11)]
  const named = { ...chronicle, category_name: 'Historia' }
  const list = answer(files.list, ({ query }) =>
    [named, loose].filter(({ category_id }) => [null, category_id ?? 'none'].includes(query.get('category_id'))),
  )
  const counted = [named, loose].map(({ category_id, category_name }) => ({
    category_id,
    category_name,
    file_count: 1,
  }))
  const answers = [list, answer(files.sections, counted), ...archive()]
  await openPage('/files', { answers })
  const choice = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  const expectShown = async (search: string, ...shown: string[]) => {
    await expect.poll(() => location.search).toBe(search)
    const sites = shown.map((site) => expect.stringContaining(site))
    await expect.poll(() => textsOf(page.getByRole('article'))).toEqual(sites)
  }
  const [one, other] = ['cronica.example', 'museo.example'] as const
  await expectShown('', one, other)
  await expect.element(choice('Todos')).toHaveAttribute('aria-current', 'true')
  await choice('Historia').click()
  await expectShown(`?categoria=${historia}`, one)
  await expect.element(choice('Historia')).toHaveAttribute('aria-current', 'true')
  await choice('Sin Categoría').click()
  await expectShown('?categoria=none', other)
  history.back()
  await expectShown(`?categoria=${historia}`, one)
  await openPage(`/files?categoria=${historia}`, { answers })
  await expectShown(`?categoria=${historia}`, one)
  await choice('Todos').click()
  await expectShown('', one, other)
})
