// Link tokens in posts, the pickers that write them, and files put into a text (SPEC §2).
import { fixture } from '../support/fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { holdBack, refuse } from './support/gate.ts'
import { expect, overflowOf, type Page, test } from './support/test.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Contenido' })
const article = (page: Page) => page.getByRole('main').getByRole('article').first()
const nobody = 'f'.repeat(32)

test.describe('A token in a post', () => {
  test('opens as its kind of file does', async ({ house, openAs }) => {
    const { hipatia } = house
    const pdf = await hipatia.uploads(fixture('acta.pdf'))
    const photo = await hipatia.uploads(fixture('foto.jpg'))
    const sheet = await hipatia.uploads(fixture('cuentas.xlsx'))
    const page = await hipatia.links('https://museo.example/sala')
    const other = await hipatia.writes({ title: 'El faro' })
    const post = await hipatia.writes({
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

  test('says that it is loading, and what is not found', async ({ house, openAs }) => {
    const { hipatia } = house
    const file = await hipatia.uploads({ name: 'notas.txt', type: 'text/plain', bytes: 'x' })
    const draft = await hipatia.drafts({ title: 'Secreto' })
    const post = await hipatia.writes({
      content: `{{file:${file.id}|las notas}} {{file:${nobody}|nada}} {{file:abc|corto}} {{post:${draft.id}|ajeno}}`,
    })
    let gate = { open: () => {} }
    const safo = await openAs('Safo', `/blog/${post.id}`, {
      before: async (page) => {
        gate = await holdBack(page, '**/api/links')
      },
    })
    await expect(article(safo)).toContainText('las notas (loading...)')
    gate.open()
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

test.describe('Picking a link', () => {
  test('to a file: searched without accents, chosen by the keys, with words of its own', async ({ house, openAs }) => {
    const { hipatia } = house
    const actas = await hipatia.opens('Actas')
    const acta = await hipatia.uploads(fixture('acta.pdf', { name: 'Reunión de otoño.pdf' }), { category_id: actas.id })
    await hipatia.uploads({ name: 'Otra cosa.txt', type: 'text/plain', bytes: 'x' })
    const safo = await openAs('Safo', '/blog/create')
    await content(safo).fill('Lee esto: , por favor.')
    await content(safo).press('Home')
    for (const _ of 'Lee esto: ') await content(safo).press('ArrowRight')
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
    await expect(content(safo)).toHaveValue(`Lee esto: {{file:${acta.id}|el acta (de) otoño}}, por favor.`)
    await expect(content(safo)).toBeFocused()
    await content(safo).press('ControlOrMeta+z')
    await expect(content(safo)).toHaveValue('Lee esto: , por favor.')
  })

  test('to a post: drafts only when asked for, its title for words', async ({ house, openAs }) => {
    const safos = await house.person('Safo')
    const post = await house.hipatia.writes({ title: 'El faro de Alejandría', content: 'Una **maravilla** más.' })
    const draft = await safos.drafts({ title: 'El faro, en borrador' })
    await house.hipatia.drafts({ title: 'El faro de otra' })
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
    await expect(content(safo)).toHaveValue(`{{post:${post.id}|El faro de Alejandría}}`)
    expect(draft.is_published).toBe(false)
  })

  test('falls back to the published posts when the list with drafts fails, and then to nothing', async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.expect('500 GET /api/posts/all')
    trouble.tolerate(/^500 GET \/api\/(posts|files)/, /^console/)
    await house.hipatia.writes({ title: 'El faro' })
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

test.describe('A picture put into a text', () => {
  test('goes to the archive, and its token takes the place that was held for it', async ({ house, openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await safo.getByRole('textbox', { name: 'Título' }).fill('Con foto')
    await content(safo).fill('Antes. ')
    const gate = await holdBack(safo, '**/api/files/uploads')
    const chooser = safo.waitForEvent('filechooser')
    await safo.getByRole('button', { name: 'Adjuntar archivos' }).click()
    const { name, type, bytes } = fixture('foto.jpg')
    await (await chooser).setFiles({ name: name ?? '', mimeType: type ?? '', buffer: Buffer.from(bytes as Uint8Array) })
    await expect(content(safo)).toHaveValue('Antes. [Subiendo foto.jpg…]')
    await expect(safo.getByRole('region', { name: 'Subidas' })).toContainText('foto.jpg')
    await expect(safo.getByRole('button', { name: 'Publicar Post' })).toBeDisabled()
    await content(safo).pressSequentially(' Después.')
    gate.open()
    await expect(content(safo)).toHaveValue(/^Antes\. \{\{file:[0-9a-f]{32}\|foto\.jpg\}\} Después\.$/)
    await safo.getByRole('button', { name: 'Publicar Post' }).click()
    await safo.getByRole('link', { name: 'Con foto', exact: true }).click()
    await expect(article(safo).getByRole('link', { name: 'foto.jpg' })).toBeVisible()
    expect(await house.hipatia.call('GET', '/files')).toHaveLength(1)
  })

  test('with others, all at once: each gets its token, and the cursor stays', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    const gate = await holdBack(safo, '**/api/files/uploads')
    await content(safo).fill('principio ')
    const chooser = safo.waitForEvent('filechooser')
    await safo.getByRole('button', { name: 'Adjuntar archivos' }).click()
    const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
    await (await chooser).setFiles(['uno.txt', 'dos.txt', 'tres.txt'].map(text))
    await expect(content(safo)).toHaveValue(
      /^principio \[Subiendo uno\.txt…\]\n\[Subiendo dos\.txt…\]\n\[Subiendo tres\.txt…\]$/,
    )
    await content(safo).press('ControlOrMeta+Home')
    gate.open()
    await expect(content(safo)).toHaveValue(/^principio (\{\{file:[0-9a-f]{32}\|(uno|dos|tres)\.txt\}\}\n?){3}$/)
    await safo.keyboard.type('Al ')
    await expect(content(safo)).toHaveValue(/^Al principio \{\{/)
    await expect(content(safo)).not.toHaveValue(/Subiendo/)
  })

  test('that a reload cut off is named, and keeps the text from being saved', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await safo.getByRole('textbox', { name: 'Título' }).fill('Con foto')
    await content(safo).fill('Antes [Subiendo foto.jpg…] después')
    await expect(safo.getByRole('alert')).toContainText('Se interrumpió la subida de [Subiendo foto.jpg…].')
    await expect(safo.getByRole('button', { name: 'Publicar Post' })).toBeDisabled()
    await content(safo).fill('Antes y después')
    await expect(safo.getByRole('button', { name: 'Publicar Post' })).toBeEnabled()
  })

  test('that is given up leaves no trace in the text', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await content(safo).fill('Antes. ')
    await holdBack(safo, '**/api/files/uploads')
    const chooser = safo.waitForEvent('filechooser')
    await safo.getByRole('button', { name: 'Adjuntar archivos' }).click()
    await (await chooser).setFiles({ name: 'a[1].txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await expect(content(safo)).toHaveValue('Antes. [Subiendo a 1 .txt…]')
    await safo.getByRole('button', { name: 'Cancelar la subida de a[1].txt' }).click()
    await expect(content(safo)).toHaveValue('Antes. ')
  })
})
