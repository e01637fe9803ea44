// Link tokens in posts, the backlinks of their targets, and files attached to a text (SPEC §2).
import { delayResponse } from '../../support/browser/network.ts'
import { waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { contentField } from '../../support/browser/pages/post-editor.ts'
import { tokenTo } from '../../support/browser/pages/posts.ts'
import { confirmation, expect, type Page, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

const article = (page: Page) => page.getByRole('main').getByRole('article').first()
/** Contains the invisible marker that distinguishes it from typed text. */
const placeholder = (name: string) => `[\u2063Subiendo ${name}…]`

test.afterEach(({ server }) => waitForImageVersions(server))

test('a link token in a post opens the file in the viewer for its type', async ({ server, openAs }) => {
  const { hipatia } = server
  const pdf = await hipatia.uploadFile(fixture('acta.pdf'))
  const photo = await hipatia.uploadFile(fixture('foto.jpg'))
  const sheet = await hipatia.uploadFile(fixture('cuentas.xlsx'))
  const page = await hipatia.addLink('https://museo.example/sala')
  const other = await hipatia.createPost({ title: 'El faro' })
  const post = await hipatia.createPost({
    content: [
      `| qué | dónde |\n|---|---|\n| acta | {{file:${pdf.id}|el acta}} |`,
      `- {{file:${photo.id}|la foto}}`,
      `> [las cuentas](file:${sheet.id})`,
      `## {{file:${page.id}|el museo}}`,
      `Y {{post:${other.id}|lo del faro}}, y \`{{post:${other.id}|no}}\`.`,
    ].join('\n\n'),
  })
  const asked: string[] = []
  const safo = await openAs('Safo', `/blog/${post.id}`, {
    before: async (tab) => tab.on('request', (request) => asked.push(new URL(request.url()).pathname)),
  })
  const link = (name: string) => article(safo).getByRole('link', { name })
  await expect(link('el acta')).toHaveAttribute('href', `/files/${pdf.id}/view`)
  await expect(link('el acta')).toHaveAttribute('target', '_blank')
  await expect(link('la foto')).toHaveAttribute('href', /\/content\/original\.[^?]*$/)
  await expect(link('la foto')).toHaveAttribute('target', '_blank')
  await expect(link('el museo')).toHaveAttribute('href', 'https://museo.example/sala')
  await expect(link('el museo')).toHaveAttribute('target', '_blank')
  const coming = safo.waitForEvent('download')
  await link('las cuentas').click()
  expect((await coming).suggestedFilename()).toBe('cuentas.xlsx')
  await expect(article(safo).locator('code')).toHaveText(`{{post:${other.id}|no}}`)
  expect(asked.filter((path) => path === '/api/links')).toHaveLength(1)
  await link('lo del faro').click()
  await expect(safo.getByRole('heading', { level: 1 })).toHaveText('El faro')
})

test('an image whose upload a reload interrupted is named in the text, which can’t be saved', async ({ openAs }) => {
  const safo = await openAs('Safo', '/blog/create')
  await safo.getByRole('textbox', { name: 'Título' }).fill('Con foto')
  await contentField(safo).fill('Antes. ')
  await delayResponse(safo, '**/api/files/uploads')
  const chooser = safo.waitForEvent('filechooser')
  await safo.getByRole('button', { name: 'Adjuntar archivos' }).click()
  await (await chooser).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') })
  await expect(contentField(safo)).toHaveValue(`Antes. \n\n${placeholder('foto.jpg')}\n\n`)
  await safo.reload()
  await expect(contentField(safo)).toHaveValue(`Antes. \n\n${placeholder('foto.jpg')}\n\n`)
  await expect(safo.getByRole('alert')).toContainText('Se interrumpió la subida de [Subiendo foto.jpg…].')
  await expect(safo.getByRole('button', { name: 'Publicar Post' })).toBeDisabled()
  await contentField(safo).fill('Antes y después')
  await expect(safo.getByRole('button', { name: 'Publicar Post' })).toBeEnabled()
})

const linkedFrom = /\/linked-from$/

test('the backlinks of a post change as linking posts are saved, published or deleted', async ({ server, openAs }) => {
  const zenon = await server.person('Zenón')
  const target = await zenon.createPost({ title: 'El faro' })
  const draft = await zenon.createDraft({ title: 'La <b>isla</b>', content: tokenTo('post', target) })
  const page = await openAs('Zenón', `/blog/${target.id}`)
  const backlinks = page.getByRole('region', { name: 'Enlazado desde…' })
  await expect(backlinks.getByText('BORRADOR', { exact: true })).toBeVisible()
  await backlinks.getByRole('link').focus()
  const ofDraft = page.waitForResponse(linkedFrom)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('La <b>isla</b>')
  await ofDraft
  await expect(backlinks).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await confirmation(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('BORRADOR', { exact: true })).toHaveCount(0)
  await page.goBack()
  await expect(backlinks.getByRole('link')).toHaveText(['La <b>isla</b>'])
  await expect(backlinks.getByText('BORRADOR', { exact: true })).toHaveCount(0)
  await zenon.call('DELETE', `/posts/${draft.id}`)
  const answered = page.waitForResponse(linkedFrom)
  await page.reload()
  await answered
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('El faro')
  await expect(backlinks).toHaveCount(0)
})
