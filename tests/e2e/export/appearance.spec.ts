// The exported community in both themes, on a phone and on paper.
import { expectAccessible } from '../../support/browser/axe.ts'
import { test } from '../../support/browser/exported-site.ts'
import { expect } from '../../support/browser/test.ts'

test('the pages of the copy are readable for everybody, also on paper', async ({ site, browse, pageErrors }) => {
  // axe reads the style sheet again, by a request that the policy of the pages refuses
  pageErrors.tolerate(
    /^console error: (Connecting to .*estilo\.css|CSP: connect-src file)/,
    /^console warning: Couldn't load preload assets/,
  )
  for (const screen of ['desktop', 'phone'] as const)
    await test.step(screen, async () => {
      const page = await (await browse({ screen })).newPage()
      const main = page.getByRole('main')
      await page.goto(`${site}/index.html`)
      await expectAccessible(page, 'the first page')
      await main.getByRole('link', { name: /^\d{4}$/ }).click()
      await expectAccessible(page, 'the list of a year')
      await page.getByRole('link', { name: 'El faro' }).click()
      await expectAccessible(page, 'a post')
      for (const area of ['Categorías', 'Autores', 'Noticias', 'Archivo', 'Chat']) {
        await page.getByRole('navigation').getByRole('link', { name: area }).click()
        await expectAccessible(page, area)
        await main.getByRole('listitem').getByRole('link').first().click()
        await expectAccessible(page, `a list of ${area}`)
      }
    })
  await test.step('paper', async () => {
    const page = await (await browse({ colorScheme: 'dark' })).newPage()
    await page.goto(`${site}/categorias/historia.html`)
    await page.getByRole('link', { name: 'El faro' }).click()
    const colourOf = () => page.evaluate(() => getComputedStyle(document.body).color)
    expect(await colourOf()).toBe('rgb(240, 229, 206)')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation')).toBeHidden()
    await expect(page.getByText('¡Muy bonito!')).toBeVisible()
    expect(await colourOf()).toBe('rgb(0, 0, 0)')
  })
})
