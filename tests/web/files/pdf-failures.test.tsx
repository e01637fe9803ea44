// Documents that can't be shown as they are: damaged, refused, locked, gone, or none.
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { files } from '../../../contract/files.ts'
import secreto from '../../fixtures/secreto.pdf?url'
import { expectAccessible } from '../../support/web/axe.ts'
import { expectInConsole, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse } from '../../support/web/server.ts'
import { linkTo } from '../links/links.ts'
import { acta, bytesAt, content, document, drawn, openPdf, region, sheet } from './pdf.ts'

const alert = page.getByRole('alert')
const download = page.getByRole('link', { name: 'Download', exact: true })
const direct = page.getByRole('link', { name: 'Direct View' })
const damaged = 'El archivo está dañado o no es un PDF.'

test.each([
  ['only begins as a PDF', async () => `%PDF-1.7\n${'nada de esto es un PDF '.repeat(200)}`],
  ['is cut off', async () => (await acta()).slice(0, 300)],
])('a file that %s is reported as damaged and can be downloaded', async (_, bytes) => {
  expectInConsole(/^warn: pdf /, /^warn: Warning: /)
  await openPdf(await bytes())
  await expect.element(alert).toMatchTextContent(damaged)
  await expect.element(download).toBeVisible()
  expect(region.query()).toBeNull()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('acta.pdf')
  await expectAccessible('a broken document')
})

test('half of a PDF shows its readable pages or is reported as damaged', async () => {
  expectInConsole(/^warn: /)
  const bytes = await acta()
  await openPdf(bytes.slice(0, bytes.length / 2))
  await expect.element(page.getByText(damaged).or(sheet(1)).first()).toBeVisible()
})

test('a document whose address has expired appears after Retry, also while the worker of the closed one is busy', async () => {
  expectInConsole(/^warn: pdf /)
  const { postMessage } = Worker.prototype
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message, options) {
    if (message?.action !== 'Terminate') postMessage.call(this, message, options as StructuredSerializeOptions)
  })
  const failed = 'No se pudo mostrar el documento.'
  const asked = vi.fn()
  await openPdf(403)
  const retry = alert.getByRole('button', { name: 'Retry' })
  await expect.element(alert).toMatchTextContent(failed)
  const refused = vi.fn(() => new HttpResponse(null, { status: 403 }))
  nowAnswer(http.get('/api/files/acta/content/original', refused))
  await retry.click()
  await expect.poll(() => refused.mock.calls.length).toBe(1)
  // pdf.js has heard of the second refusal too: closed before, it would leave it unhandled
  await expect.poll(() => vi.mocked(console.warn).mock.calls.filter(([what]) => what === 'pdf').length).toBe(2)
  await expect.element(alert).toMatchTextContent(failed)
  const fresh = '/api/files/acta/content/fresh'
  nowAnswer(
    content(await acta(), fresh),
    answer(files.read, () => {
      asked()
      return { ...document, cloudinary_url: fresh }
    }),
  )
  await retry.click()
  await expect.element(sheet(1)).toMatchTextContent('Se leyó el inventario')
  expect(asked).toHaveBeenCalledOnce()
  expect(alert.query()).toBeNull()
})

test('a protected document asks for its password, refuses a wrong one and opens with the right one', async () => {
  await openPdf(await bytesAt(secreto))
  await expect.element(page.getByText('El documento está protegido con contraseña.')).toBeVisible()
  const field = page.getByLabelText('Contraseña', { exact: true })
  await expect.element(field).toHaveAttribute('type', 'password')
  expect(region.query()).toBeNull()
  await field.fill('pergamino')
  await page.getByRole('button', { name: 'Abrir documento' }).click()
  await expect.element(page.getByText('Esa contraseña no abre el documento.')).toBeVisible()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  expect(region.query()).toBeNull()
  await expectAccessible('a refused password')
  await field.fill('papiro')
  await userEvent.keyboard('{Enter}')
  await expect.element(sheet(1)).toMatchTextContent('Donde se guardan las llaves')
  await drawn()
  await expect.element(region).toHaveFocus()
  expect(location.href).not.toContain('papiro')
})

const view = `/files/${document.id}/view`

test('a file that isn’t a PDF, or a link, is shown as in the archive, without a page and marks; one that doesn’t exist is reported', async () => {
  const text = { ...document, original_name: 'notas.txt', file_type: 'text/plain' }
  await openPage(`${view}?pagina=3&resaltar=papiro`, { answers: [answer(files.read, text)] })
  await expect.element(page.getByRole('article', { name: 'notas.txt' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('notas.txt')
  await expect.element(page.getByRole('link', { name: 'Descargar', exact: true })).toBeVisible()
  expect(direct.query()).toBeNull()
  expect(page.getByRole('button', { name: 'Quitar marcas' }).query()).toBeNull()
  const link = linkTo('https://museo.example/acta.pdf')
  await openPage(view, { answers: [answer(files.read, link)] })
  await expect.element(page.getByRole('article', { name: link.original_name })).toBeVisible()
  expect(download.query()).toBeNull()
  await openPage(`/files/${idOf(404)}/view`, { answers: [refuse(files.read, 404, 'No existe.', 'not_found')] })
  await expect.element(page.getByText('Este archivo no existe o ya se ha eliminado.')).toBeVisible()
  expect(direct.query()).toBeNull()
  const back = page.getByRole('main').getByRole('link', { name: 'Volver al Archivo' })
  await expect.element(back).toHaveAttribute('href', '/files')
})

test('with a configured docs service, the page shows its frame instead of the viewer', async () => {
  const docs_viewer_url = 'about:blank?url=acta'
  await openPage(view, { answers: [answer(files.read, { ...document, docs_viewer_url })] })
  const frame = page.getByTitle('acta.pdf')
  await expect.element(frame).toHaveAttribute('src', docs_viewer_url)
  await expect.element(frame).toHaveAttribute('referrerpolicy', 'no-referrer')
  expect(region.query()).toBeNull()
  await expect.element(direct).toHaveAttribute('href', `${document.cloudinary_url}#view=FitH`)
  await expect.element(download).toBeVisible()
})
