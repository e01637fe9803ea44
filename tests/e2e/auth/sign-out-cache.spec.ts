import { smallPng } from '../../support/browser/media.ts'
import { expect, headerOf, test } from '../../support/browser/test.ts'

test('after signing out a shared computer keeps nothing of the archive', async ({ openAs, server, pageErrors }) => {
  // the second question finds nothing
  pageErrors.tolerate(/^failed GET \/api\/files\//)
  const page = await openAs('Safo', '/home')
  await expect(headerOf(page)).toContainText('Bienvenida/o')
  const uploaded = await (await server.person('Safo')).uploadFile(smallPng('retrato.png'))
  const address = uploaded.cloudinary_url as string
  await page.evaluate((address) => fetch(address).then((answer) => answer.blob()), address)
  const isKept = () =>
    page.evaluate(
      (address) =>
        fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          ({ ok }) => ok,
          () => false,
        ),
      address,
    )
  expect(await isKept()).toBe(true)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(headerOf(page)).toContainText('Iniciar Sesión')
  await expect.poll(isKept).toBe(false)
})
