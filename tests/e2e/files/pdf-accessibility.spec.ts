import { expectAccessible } from '../../support/browser/axe.ts'
import { focusWithTab } from '../../support/browser/keyboard.ts'
import { cardOf } from '../../support/browser/pages/archive.ts'
import {
  documentRegion,
  openPdf,
  pageField,
  pdfFile,
  sheet,
  toolButton,
  toolbar,
  widthOf,
} from '../../support/browser/pages/pdf-page.ts'
import { expect, overflowOf, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.describe('Access to the PDF viewer', () => {
  test('The PDF viewer fits the smallest phone, also with enlarged pages', async ({ server, openAs }) => {
    const safo = await openPdf(
      { server, openAs },
      fixture('acta.pdf', { name: `${'acta-muy-larga-'.repeat(9)}.pdf` }),
      {
        screen: 'narrow',
      },
    )
    await expect(sheet(safo, 1).locator('canvas')).toBeVisible()
    expect(await overflowOf(safo)).toBeLessThanOrEqual(0)
    expect(await widthOf(sheet(safo, 1))).toBeLessThanOrEqual(360)
    for (const name of ['Volver al Archivo', 'Direct View', 'Download'])
      await expect(safo.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await expect(toolbar(safo)).toBeInViewport({ ratio: 1 })
    await toolButton(safo, 'Acercar').tap()
    await toolButton(safo, 'Acercar').tap()
    await expect.poll(() => widthOf(sheet(safo, 1))).toBeGreaterThan(400)
    // the document scrolls sideways within its region
    expect(await overflowOf(safo)).toBeLessThanOrEqual(0)
    expect(await documentRegion(safo).evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  })

  for (const screen of ['desktop', 'narrow'] as const)
    test(`The PDF viewer is accessible on a ${screen} screen, also with a broken document`, async ({
      server,
      openAs,
      pageErrors,
    }) => {
      pageErrors.expect(/^console warning: pdf /)
      pageErrors.tolerate(/^console warning: Warning: /)
      const browsing = { screen, reducedMotion: 'reduce' } as const
      const safo = await openPdf({ server, openAs }, fixture('acta.pdf'), browsing)
      await expect(sheet(safo, 1).locator('canvas')).toBeVisible()
      await expectAccessible(safo, 'document')
      const broken = await openPdf({ server, openAs }, pdfFile('rota.pdf', Buffer.from('%PDF-1.7\nnada')), browsing)
      await expect(broken.getByRole('alert')).toBeVisible()
      await expectAccessible(broken, 'broken document')
    })

  test('A member opens and reads a PDF with the keyboard alone', async ({ server, openAs }) => {
    await (await server.person('Safo')).uploadFile(fixture('acta.pdf'))
    const safo = await openAs('Safo', '/files')
    await focusWithTab(safo, cardOf(safo, 'acta.pdf').getByRole('link', { name: 'Ver PDF' }))
    const opening = safo.context().waitForEvent('page')
    await safo.keyboard.press('Enter')
    const tab = await opening
    await expect(documentRegion(tab)).toBeFocused()
    await expect(sheet(tab, 1)).toContainText('Se leyó el inventario')
    await tab.keyboard.press('End')
    await expect(sheet(tab, 3)).toBeInViewport()
    await expect(pageField(tab)).toHaveValue('3')
    await tab.keyboard.press('PageUp')
    await tab.keyboard.press('PageUp')
    await tab.keyboard.press('PageUp')
    await expect(pageField(tab)).not.toHaveValue('3')
    await focusWithTab(tab, pageField(tab))
    await tab.keyboard.type('2')
    await tab.keyboard.press('Enter')
    await expect(sheet(tab, 2)).toBeInViewport()
    await expect(pageField(tab)).toHaveValue('2')
    const before = await widthOf(sheet(tab, 2))
    await focusWithTab(tab, toolButton(tab, 'Acercar'))
    await tab.keyboard.press('Enter')
    await expect.poll(() => widthOf(sheet(tab, 2))).toBeGreaterThan(before)
    await expect(pageField(tab)).toHaveValue('2')
  })
})
