import { expectAccessible } from '../../support/browser/axe.ts'
import { originalContent, waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { documentRegion, openPdf, pdfFile, sheet } from '../../support/browser/pages/pdf-page.ts'
import { blankPage, expect, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

/** As on a busy machine, where the worker of a closed document ends late. */
function ignoreTerminations() {
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (this: Worker, ...[message, ...rest]: Parameters<typeof postMessage>) {
    if (message?.action !== 'Terminate') postMessage.call(this, message, ...rest)
  } as typeof postMessage
}

test.describe('Documents that cannot be shown', () => {
  test('A file that only begins as a PDF and a PDF cut off are reported as damaged and can be downloaded', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect(/^console warning: pdf /)
    pageErrors.tolerate(/^console warning: Warning: /) // warnings of pdf.js
    const person = await server.person('Safo')
    const safo = await openAs('Safo', blankPage)
    const warnedAt: string[] = []
    safo.on('console', (message) => message.text().startsWith('pdf ') && warnedAt.push(safo.url()))
    for (const [name, bytes] of [
      ['disfrazada.pdf', Buffer.from(`%PDF-1.7\n${'nada de esto es un PDF '.repeat(200)}`)],
      ['rota.pdf', fixture('acta.pdf').bytes.slice(0, 300)],
    ] as const)
      await test.step(name, async () => {
        const { id } = await person.uploadFile(pdfFile(name, bytes))
        await safo.goto(`/files/${id}/view`)
        await expect(safo.getByRole('heading', { level: 1, name })).toBeVisible()
        await expect(safo.getByRole('alert')).toContainText('El archivo está dañado o no es un PDF.')
        await expect(safo.getByRole('link', { name: 'Download', exact: true })).toBeVisible()
        await expect(documentRegion(safo)).toHaveCount(0)
        await expect.poll(() => warnedAt).toContain(safo.url())
      })
  })

  test('Half of a PDF shows its readable pages or is reported as damaged', async ({ server, openAs, pageErrors }) => {
    pageErrors.tolerate(/^console warning: /) // pdf.js reports its repair, successful or not
    const { bytes } = fixture('acta.pdf')
    const safo = await openPdf({ server, openAs }, pdfFile('media.pdf', bytes.slice(0, bytes.length / 2)))
    await expect(
      safo.getByText('El archivo está dañado o no es un PDF.').or(sheet(safo, 1).locator('canvas')).first(),
    ).toBeVisible()
  })

  test('A document whose address has expired appears after Retry', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect(/^403 GET \/api\/files\/\{id\}\/content\/original\./, /^console warning: pdf /)
    const stored = await (await server.person('Safo')).uploadFile(fixture('acta.pdf'))
    const safo = await openAs('Safo', `/files/${stored.id}/view`, {
      async before(page) {
        await page.addInitScript(ignoreTerminations)
        await page.route(originalContent, (route) =>
          route.request().url().endsWith('?fresca') ? route.continue() : route.fulfill({ status: 403, body: '' }),
        )
      },
    })
    const alert = safo.getByRole('alert')
    await expect(alert).toContainText('No se pudo mostrar el documento.')
    const refused = safo.waitForResponse(originalContent)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await refused
    await expect(alert).toContainText('No se pudo mostrar el documento.')
    await safo.route(`**/api/files/${stored.id}`, async (route) => {
      const response = await route.fetch()
      const record = await response.json()
      await route.fulfill({ response, json: { ...record, cloudinary_url: `${record.cloudinary_url}?fresca` } })
    })
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(sheet(safo, 1)).toContainText('Se leyó el inventario')
    await expect(alert).toHaveCount(0)
  })

  test('A protected document asks for its password, refuses a wrong one and opens with the right one', async ({
    server,
    openAs,
  }) => {
    const safo = await openPdf({ server, openAs }, fixture('secreto.pdf'))
    await expect(safo.getByText('El documento está protegido con contraseña.')).toBeVisible()
    const field = safo.getByLabel('Contraseña', { exact: true })
    await expect(field).toHaveAttribute('type', 'password')
    await expect(documentRegion(safo)).toHaveCount(0)
    await field.fill('pergamino')
    await safo.getByRole('button', { name: 'Abrir documento' }).click()
    await expect(safo.getByText('Esa contraseña no abre el documento.')).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(documentRegion(safo)).toHaveCount(0)
    await expectAccessible(safo, 'password refused')
    await field.fill('papiro')
    await field.press('Enter')
    await expect(sheet(safo, 1)).toContainText('Donde se guardan las llaves')
    await expect(sheet(safo, 1).locator('canvas')).toBeVisible()
    await expect(documentRegion(safo)).toBeFocused()
    expect(safo.url()).not.toContain('papiro')
  })

  test('A file that is not a PDF is shown as in the archive; a deleted file and an unknown one are reported as such', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('404 GET /api/files/{id}')
    const person = await server.person('Safo')
    const photo = await person.uploadFile(fixture('foto.jpg'))
    await waitForImageVersions(server)
    const gone = await person.uploadFile(fixture('acta.pdf'))
    const link = await person.addLink('https://museo.example/acta.pdf')
    await person.call('DELETE', `/files/${gone.id}`)
    const safo = await openAs('Safo', `/files/${photo.id}/view`)
    const card = safo.getByRole('article', { name: 'foto.jpg' })
    await expect(card).toBeVisible()
    await expect(safo.getByRole('link', { name: 'Direct View' })).toHaveCount(0)
    await expect(safo.getByRole('link', { name: 'Download', exact: true })).toBeVisible()
    await card.getByRole('button', { name: 'Ver' }).click()
    await expect(safo.getByRole('dialog').getByRole('img', { name: 'foto.jpg' })).toBeVisible()
    await safo.goto(`/files/${link.id}/view`)
    await expect(safo.getByRole('article').getByText('museo.example/acta.pdf').first()).toBeVisible()
    await expect(safo.getByRole('link', { name: 'Download', exact: true })).toHaveCount(0)
    for (const id of [gone.id, 'f'.repeat(32)]) {
      await safo.goto(`/files/${id}/view`)
      await expect(safo.getByText('Este archivo no existe o ya se ha eliminado.')).toBeVisible()
      await expect(safo.getByRole('link', { name: 'Direct View' })).toHaveCount(0)
    }
    await safo.getByRole('main').getByRole('link', { name: 'Volver al Archivo' }).click()
    await expect(safo.getByRole('heading', { level: 1, name: 'Almacén de Archivos' })).toBeVisible()
  })

  test('A visitor is redirected to the home page and does not see the document', async ({ server, visit }) => {
    const stored = await (await server.person('Safo')).uploadFile(fixture('acta.pdf'))
    const page = await visit(`/files/${stored.id}/view`)
    await expect(page).toHaveURL('/home')
    await expect(page.getByText('acta.pdf')).toHaveCount(0)
  })
})
