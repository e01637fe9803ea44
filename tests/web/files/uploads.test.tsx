// The form and the list of uploads, as far as no bytes of theirs matter.
import { type DefaultBodyType, HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import { news } from '../../../contract/news.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { closePage, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, nowAnswer, withAndWithoutReason } from '../../support/web/server.ts'
import { textsOf } from '../../support/web/text.ts'
import { historia } from '../categories/category.ts'
import { archive } from '../links/links.ts'
import { document } from './pdf.ts'

const answers = [answer(categories.list, [historia]), answer(news.list, []), ...archive()]
const form = page.getByRole('main').getByRole('form', { name: 'Subir Archivo' })
const itemNamed = (name: string) =>
  page.getByRole('region', { name: 'Subidas' }).getByRole('listitem').filter({ hasText: name })
const openForm = () => page.getByRole('button', { name: 'Subir Archivo' }).first().click()

async function upload(...names: string[]) {
  await openForm()
  await form.getByLabelText('Archivo', { exact: true }).upload(names.map((name) => new File([name], name)))
  await form.getByRole('button', { name: 'Subir', exact: true }).click()
}

const uploads = '/api/files/uploads'
/** Stores uploads, except those with an answer of their own at their announcement. */
const storage = (refused: Record<string, () => HttpResponse<DefaultBodyType>> = {}) => [
  http.post(uploads, ({ request }) => {
    const [, name = ''] = /filename (\S+?)(,|$)/.exec(request.headers.get('upload-metadata') ?? '') ?? []
    return (
      refused[atob(name)]?.() ??
      new HttpResponse(null, { status: 201, headers: { location: `${uploads}/${idOf(30)}` } })
    )
  }),
  http.patch(`${uploads}/:id`, async ({ request }) => {
    const { byteLength } = await request.arrayBuffer()
    return HttpResponse.json(document, { headers: { 'upload-offset': `${byteLength}` } })
  }),
]

test.each(withAndWithoutReason('Failed to upload file'))(
  'an upload that fails with the reason %s says so, is mentioned on other pages and can be retried; others are stored',
  async (detail, text) => {
    await openPage('/files', { answers })
    const full = () =>
      detail
        ? HttpResponse.json({ detail, code: 'storage_full' }, { status: 507 })
        : new HttpResponse(null, { status: 507 })
    nowAnswer(...storage({ 'plano.bin': full }))
    await upload('plano.bin', 'mapa.bin')
    await expect.element(itemNamed('plano.bin').getByRole('alert')).toHaveTextContent(`Error: ${text}`)
    await expect.element(itemNamed('mapa.bin')).toMatchTextContent('Subido')
    await expectAccessible('the queue of uploads')
    await page.getByRole('button', { name: 'Quitar mapa.bin de la lista' }).click()
    await expect.element(itemNamed('mapa.bin')).not.toBeInTheDocument()
    await page.getByRole('navigation').getByRole('link', { name: 'Noticias' }).first().click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Noticias' })).toHaveFocus()
    const back = page.getByRole('link', { name: '1 subida ha fallado' })
    await expect.element(back).toBeVisible()
    // a toast may be over it
    back.element().focus()
    await userEvent.keyboard('{Enter}')
    nowAnswer(...storage())
    await itemNamed('plano.bin').getByRole('button', { name: 'Reintentar' }).click()
    await expect.element(itemNamed('plano.bin')).toMatchTextContent('Subido')
    expect(itemNamed('plano.bin').getByRole('alert').query()).toBeNull()
  },
)

test('the forms for files and links have their fields, none is sent without a file, and what is typed for one survives a reload', async () => {
  await openPage('/files', { answers })
  await openForm()
  const name = form.getByRole('textbox', { name: 'Nombre' })
  await expect.element(name).toHaveValue('Safo')
  await expect.element(name).toHaveAttribute('readonly')
  const field = form.getByLabelText('Archivo', { exact: true })
  await expect.element(field).toBeRequired()
  const description = form.getByRole('textbox', { name: 'Descripción (opcional)' })
  await expect.element(description).not.toBeRequired()
  await field.upload(new File(['a'.repeat(1536)], 'mil.txt'))
  await expect.element(form.getByRole('list', { name: '1 archivo elegido' })).toMatchTextContent('1.50 KB')
  await form.getByRole('button', { name: 'Quitar mil.txt' }).click()
  expect(form.getByRole('list').query()).toBeNull()
  await form.getByRole('button', { name: 'Subir', exact: true }).click()
  await expect.element(form).toBeVisible()
  expect(page.getByRole('region', { name: 'Subidas' }).query()).toBeNull()
  await page.getByRole('button', { name: 'Agregar URL' }).first().click()
  const links = page.getByRole('form', { name: 'Agregar URL' })
  await expect.element(links.getByRole('textbox', { name: 'URL' })).toHaveAttribute('type', 'url')
  const options = links.getByRole('combobox', { name: 'Categoría' }).getByRole('option')
  expect(textsOf(options)).toEqual(['-- Sin Categoría --', 'Historia'])
  const category = form.getByRole('combobox', { name: 'Categoría' })
  await openForm()
  await description.fill('El plano del faro')
  await category.selectOptions('Historia')
  closePage()
  await openPage('/files', { answers })
  await openForm()
  await expect.element(description).toHaveValue('El plano del faro')
  await expect.element(category).toHaveValue(historia.id)
})
