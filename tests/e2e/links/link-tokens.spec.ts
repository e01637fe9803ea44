// Link tokens in posts, the pickers that insert them, and files attached to a text (SPEC §2).
import { expectAccessible } from '../../support/browser/axe.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import { waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { contentField } from '../../support/browser/pages/post-editor.ts'
import { expect, overflowOf, type Page, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

const article = (page: Page) => page.getByRole('main').getByRole('article').first()
const nobody = 'f'.repeat(32)
/** Contains the invisible marker that distinguishes it from typed text. */
const placeholder = (name: string) => `[\u2063Subiendo ${name}…]`

test.afterEach(({ server }) => waitForImageVersions(server))

test.describe('A link token in a post', () => {
  test('opens the file in the viewer for its type', async ({ server, openAs }) => {
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

  test('says that it is loading, or that its target was not found', async ({ server, openAs }) => {
    const { hipatia } = server
    const file = await hipatia.uploadFile({ name: 'notas.txt', type: 'text/plain', bytes: 'x' })
    const draft = await hipatia.createDraft({ title: 'Secreto' })
    const post = await hipatia.createPost({
      content: `{{file:${file.id}|las notas}} {{file:${nobody}|nada}} {{file:abc|corto}} {{post:${draft.id}|ajeno}}`,
    })
    let delayed = { release: () => {} }
    const safo = await openAs('Safo', `/blog/${post.id}`, {
      before: async (page) => {
        delayed = await delayResponse(page, '**/api/links')
      },
    })
    await expect(article(safo)).toContainText('las notas (loading...)')
    delayed.release()
    await expect(article(safo).getByRole('link', { name: 'las notas' })).toBeVisible()
    for (const text of ['nada (file not found)', 'corto (file not found)', 'ajeno (post not found)']) {
      const missing = article(safo).getByText(text, { exact: true })
      await expect(missing).toHaveCSS('text-decoration-line', 'line-through')
      const color = await missing.evaluate((element) => getComputedStyle(element).color)
      expect(color).toBe('rgb(160, 36, 24)')
    }
    await expectAccessible(safo, 'a post with tokens')
  })
})

test.describe('A picked link', () => {
  test('to a file is found without accents, chosen by keyboard, and has its own label', async ({ server, openAs }) => {
    const { hipatia } = server
    const actas = await hipatia.createCategory('Actas')
    const acta = await hipatia.uploadFile(fixture('acta.pdf', { name: 'Reunión de otoño.pdf' }), {
      category_id: actas.id,
    })
    await hipatia.uploadFile({ name: 'Otra cosa.txt', type: 'text/plain', bytes: 'x' })
    const safo = await openAs('Safo', '/blog/create')
    await contentField(safo).fill('Lee esto: , por favor.')
    await contentField(safo).press('Home')
    for (const _ of 'Lee esto: ') await contentField(safo).press('ArrowRight')
    await safo.getByRole('button', { name: 'Link File', exact: true }).click()
    const dialog = safo.getByRole('dialog', { name: 'Select File to Link' })
    const option = dialog.getByRole('listbox').getByRole('option')
    await expect(option).toHaveCount(2)
    await expectAccessible(safo, 'the picker of files')
    await dialog.getByRole('combobox', { name: 'Buscar' }).fill('REUNION')
    await expect(option).toHaveCount(1)
    for (const fact of ['Reunión de otoño.pdf', 'PDF', 'Actas', 'Hipatia']) await expect(option).toContainText(fact)
    await dialog.getByRole('textbox', { name: 'Texto del enlace' }).fill('el acta {de} otoño')
    await dialog.getByRole('combobox', { name: 'Buscar' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(contentField(safo)).toHaveValue(`Lee esto: {{file:${acta.id}|el acta (de) otoño}}, por favor.`)
    await expect(contentField(safo)).toBeFocused()
    await contentField(safo).press('ControlOrMeta+z')
    await expect(contentField(safo)).toHaveValue('Lee esto: , por favor.')
  })

  test('to a post has its title as label; drafts are offered only on request', async ({ server, openAs }) => {
    const safos = await server.person('Safo')
    const post = await server.hipatia.createPost({ title: 'El faro de Alejandría', content: 'Una **maravilla** más.' })
    const draft = await safos.createDraft({ title: 'El faro, en borrador' })
    await server.hipatia.createDraft({ title: 'El faro de otra' })
    const safo = await openAs('Safo', '/blog/create', { screen: 'narrow' })
    await safo.getByRole('button', { name: 'Link Post', exact: true }).click()
    const dialog = safo.getByRole('dialog', { name: 'Select Post to Link' })
    const option = dialog.getByRole('listbox').getByRole('option')
    await dialog.getByRole('combobox', { name: 'Buscar' }).fill('faro')
    await expect(option).toHaveCount(1)
    for (const fact of ['El faro de Alejandría', 'Published', 'Hipatia', 'Una maravilla más.'])
      await expect(option).toContainText(fact)
    await dialog.getByRole('checkbox', { name: 'Include drafts' }).check()
    await expect(option).toHaveCount(2)
    await expect(option.filter({ hasText: 'Draft' })).toContainText('El faro, en borrador')
    expect(await overflowOf(safo)).toBeLessThanOrEqual(0)
    await dialog.getByRole('combobox', { name: 'Buscar' }).fill('nada de esto')
    await expect(dialog.getByText('No posts found', { exact: true })).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Buscar' }).fill('hipatia alejandria')
    await expect(option).toHaveCount(1)
    await option.click()
    await expect(contentField(safo)).toHaveValue(`{{post:${post.id}|El faro de Alejandría}}`)
    expect(draft.is_published).toBe(false)
  })

  test('is offered for published posts if the list with drafts fails, and not at all if both fail', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 GET /api/posts/all')
    pageErrors.tolerate(/^500 GET \/api\/(posts|files)/, /^console/)
    await server.hipatia.createPost({ title: 'El faro' })
    const safo = await openAs('Safo', '/blog/create')
    await refuse(safo, '**/api/posts/all*', 500)
    await safo.getByRole('button', { name: 'Link Post', exact: true }).click()
    const dialog = safo.getByRole('dialog')
    await expect(dialog.getByRole('listbox').getByRole('option')).toContainText('El faro')
    await safo.keyboard.press('Escape')
    await refuse(safo, '**/api/posts?*', 500)
    await refuse(safo, '**/api/files?*', 500)
    await safo.getByRole('button', { name: 'Link Post', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Buscar' }).fill('x')
    await expect(dialog.getByText('No posts found', { exact: true })).toBeVisible()
    await safo.keyboard.press('Escape')
    await safo.getByRole('button', { name: 'Link File', exact: true }).click()
    await expect(dialog.getByText('No files found', { exact: true })).toBeVisible()
  })
})

test.describe('An image attached to a text', () => {
  test('is uploaded to the archive, and its link token replaces the placeholder', async ({ server, openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await safo.getByRole('textbox', { name: 'Título' }).fill('Con foto')
    await contentField(safo).fill('Antes. ')
    const delayed = await delayResponse(safo, '**/api/files/uploads')
    const chooser = safo.waitForEvent('filechooser')
    await safo.getByRole('button', { name: 'Adjuntar archivos' }).click()
    const { name, type, bytes } = fixture('foto.jpg')
    await (await chooser).setFiles({ name: name ?? '', mimeType: type ?? '', buffer: Buffer.from(bytes as Uint8Array) })
    await expect(contentField(safo)).toHaveValue(`Antes. ${placeholder('foto.jpg')}`)
    await expect(safo.getByRole('region', { name: 'Subidas' })).toContainText('foto.jpg')
    await expect(safo.getByRole('button', { name: 'Publicar Post' })).toBeDisabled()
    await contentField(safo).pressSequentially(' Después.')
    delayed.release()
    await expect(contentField(safo)).toHaveValue(/^Antes\. \{\{file:[0-9a-f]{32}\|foto\.jpg\}\} Después\.$/)
    await safo.getByRole('button', { name: 'Publicar Post' }).click()
    await safo.getByRole('link', { name: 'Con foto', exact: true }).click()
    await expect(article(safo).getByRole('link', { name: 'foto.jpg' })).toBeVisible()
    expect(await server.hipatia.call('GET', '/files')).toHaveLength(1)
  })

  test('with others at once gets its own link token, and the cursor stays', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    const delayed = await delayResponse(safo, '**/api/files/uploads')
    await contentField(safo).fill('principio ')
    const chooser = safo.waitForEvent('filechooser')
    await safo.getByRole('button', { name: 'Adjuntar archivos' }).click()
    const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
    await (await chooser).setFiles(['uno.txt', 'dos.txt', 'tres.txt'].map(text))
    await expect(contentField(safo)).toHaveValue(
      `principio ${['uno.txt', 'dos.txt', 'tres.txt'].map(placeholder).join('\n')}`,
    )
    await contentField(safo).press('ControlOrMeta+Home')
    delayed.release()
    await expect(contentField(safo)).toHaveValue(/^principio (\{\{file:[0-9a-f]{32}\|(uno|dos|tres)\.txt\}\}\n?){3}$/)
    await safo.keyboard.type('Al ')
    await expect(contentField(safo)).toHaveValue(/^Al principio \{\{/)
    await expect(contentField(safo)).not.toHaveValue(/Subiendo/)
  })

  test('is named after a reload interrupted its upload, and the text can’t be saved', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await safo.getByRole('textbox', { name: 'Título' }).fill('Con foto')
    await contentField(safo).fill('Antes. ')
    await delayResponse(safo, '**/api/files/uploads')
    const chooser = safo.waitForEvent('filechooser')
    await safo.getByRole('button', { name: 'Adjuntar archivos' }).click()
    await (await chooser).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') })
    await expect(contentField(safo)).toHaveValue(`Antes. ${placeholder('foto.jpg')}`)
    await safo.reload()
    await expect(contentField(safo)).toHaveValue(`Antes. ${placeholder('foto.jpg')}`)
    await expect(safo.getByRole('alert')).toContainText('Se interrumpió la subida de [Subiendo foto.jpg…].')
    await expect(safo.getByRole('button', { name: 'Publicar Post' })).toBeDisabled()
    await contentField(safo).fill('Antes y después')
    await expect(safo.getByRole('button', { name: 'Publicar Post' })).toBeEnabled()
  })

  test('differs from a placeholder typed by hand, with which the text can be saved', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await safo.getByRole('textbox', { name: 'Título' }).fill('Sin foto')
    await contentField(safo).fill('Decía [Subiendo foto.jpg…] y nada más')
    await expect(safo.getByRole('button', { name: 'Publicar Post' })).toBeEnabled()
    await expect(safo.getByRole('alert')).toHaveCount(0)
  })

  test('leaves nothing in the text if its upload is cancelled', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await contentField(safo).fill('Antes. ')
    await delayResponse(safo, '**/api/files/uploads')
    const chooser = safo.waitForEvent('filechooser')
    await safo.getByRole('button', { name: 'Adjuntar archivos' }).click()
    await (await chooser).setFiles({ name: 'a[1].txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await expect(contentField(safo)).toHaveValue(`Antes. ${placeholder('a 1 .txt')}`)
    await safo.getByRole('button', { name: 'Cancelar la subida de a[1].txt' }).click()
    await expect(contentField(safo)).toHaveValue('Antes. ')
  })
})
