import type { ArchiveFile } from '../../../contract/files.ts'
import { smallPng } from '../../support/browser/media.ts'
import { expect, headerOf, test } from '../../support/browser/test.ts'

test('after signing out a shared computer keeps nothing of the archive', async ({ openAs, server, pageErrors }) => {
  // the second question finds nothing
  pageErrors.tolerate(/^failed GET \/api\/files\//)
  const page = await openAs('Safo', '/home')
  await expect(headerOf(page)).toContainText('Bienvenida/o')
  const { token } = await server.person('Safo')
  const form = new FormData()
  const { name, type, bytes } = smallPng('retrato.png')
  form.append('file', new Blob([bytes], { type }), name)
  form.append('uploaded_by', 'Safo')
  const headers = { authorization: `Bearer ${token}` }
  const uploaded = await fetch(`${server.url}/api/files/upload`, { method: 'POST', headers, body: form })
  const { cloudinary_url } = (await uploaded.json()) as ArchiveFile & { cloudinary_url: string }
  await page.evaluate((address) => fetch(address).then((answer) => answer.blob()), cloudinary_url)
  const isKept = () =>
    page.evaluate(
      (address) =>
        fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          ({ ok }) => ok,
          () => false,
        ),
      cloudinary_url,
    )
  expect(await isKept()).toBe(true)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(headerOf(page)).toContainText('Iniciar Sesión')
  await expect.poll(isKept).toBe(false)
})
