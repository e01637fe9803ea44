// A member's way with photographs on her phone: from the post to the comment.
import { expectAccessible } from '../../support/browser/axe.ts'
import { smallPng } from '../../support/browser/media.ts'
import { waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { contentField, titleField } from '../../support/browser/pages/post-editor.ts'
import { expect, type Locator, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.use({ serverName: 'photographs' })

const isPainted = (image: Locator) =>
  image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth > 0)

test('Praxila writes and comments with photographs on her phone, and reads them', async ({ server, openAs }) => {
  const page = await openAs('Praxila', '/blog/create', { screen: 'phone' })
  async function addPhotos(scope: Locator, ...photos: { name: string; type: string; bytes: Uint8Array }[]) {
    const chooser = page.waitForEvent('filechooser')
    await scope.getByRole('button', { name: 'Añadir fotos' }).tap()
    await (await chooser).setFiles(
      photos.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: Buffer.from(bytes) })),
    )
  }
  const main = page.getByRole('main')
  await titleField(page).fill('En el puerto')
  await contentField(page).fill('Ayer por la tarde.')
  await addPhotos(main, { ...fixture('foto.jpg'), name: 'El faro.jpg' }, smallPng('El mar.png', 200))
  await expect(contentField(page)).toHaveValue(
    /^Ayer por la tarde\.\n\n!\[El faro\.jpg\]\(file:[0-9a-f]{32}\)\n!\[El mar\.png\]\(file:[0-9a-f]{32}\)\n\n$/,
  )
  await waitForImageVersions(server)
  await page.getByRole('button', { name: 'Publicar Post' }).tap()
  await page.getByRole('link', { name: 'En el puerto', exact: true }).tap()

  const opened = (alt: string) => main.getByRole('button', { name: `Ampliar la imagen: ${alt}`, exact: true })
  for (const alt of ['El faro.jpg', 'El mar.png'])
    await expect.poll(() => isPainted(opened(alt).getByRole('img'))).toBe(true)
  await expectAccessible(page, 'a post with photographs')
  await opened('El faro.jpg').tap()
  const viewer = page.getByRole('dialog', { name: 'Imágenes del texto' })
  await expect(viewer.getByText('1 de 2', { exact: true })).toBeVisible()
  await expect.poll(() => isPainted(viewer.getByRole('img', { name: 'El faro.jpg' }))).toBe(true)
  await viewer.getByRole('button', { name: 'Imagen siguiente' }).tap()
  await expect.poll(() => isPainted(viewer.getByRole('img', { name: 'El mar.png' }))).toBe(true)
  await viewer.getByRole('button', { name: 'Cerrar (Esc)' }).tap()
  await expect(viewer).toBeHidden()

  const comments = main.getByRole('region', { name: /^Comentarios/ })
  await comments.getByRole('button', { name: 'Escribir un comentario' }).tap()
  await addPhotos(comments, smallPng('La barca.png', 90))
  await expect(comments.getByRole('textbox', { name: 'Comentario' })).toHaveValue(
    /^!\[La barca\.png\]\(file:[0-9a-f]{32}\)/,
  )
  await waitForImageVersions(server)
  await comments.getByRole('button', { name: 'Publicar comentario' }).tap()
  await expect.poll(() => isPainted(opened('La barca.png').getByRole('img'))).toBe(true)
})
