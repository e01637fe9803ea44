// The comments by keyboard, for axe and on paper, and the Markdown guide of their form.
import { expectAccessible } from '../../support/browser/axe.ts'
import { focusWithTab } from '../../support/browser/keyboard.ts'
import {
  addComment,
  buttonIn,
  commentItems,
  commentsHeading,
  commentsSection,
  editField,
  formToggle,
  newField,
  sendButton,
} from '../../support/browser/pages/comments.ts'
import { expect, headerOf, type Screen, test } from '../../support/browser/test.ts'

test('the Markdown guide shows every kind of Markdown as source and as result', async ({ server, openAs }) => {
  const post = await server.hipatia.createPost()
  const safo = await openAs('Safo', `/blog/${post.id}`)
  await formToggle(safo).click()
  await buttonIn(commentsSection(safo), 'Guía de Markdown').click()
  const guide = safo.getByRole('dialog', { name: 'Guía de Markdown' })
  await expect(guide.getByRole('heading', { level: 3 })).toHaveText([
    'Títulos',
    'Negrita y cursiva',
    'Enlaces',
    'Listas',
    'Código',
    'Citas',
    'Tablas',
    'Líneas horizontales',
    'Consejos',
    'Referencia rápida',
  ])
  for (const made of ['h4', 'strong', 'em', 'a', 'ul ul', 'ol', 'pre code', 'blockquote', 'table', 'hr'])
    await expect(guide.locator(`.prose ${made}`).first()).toBeAttached()
  await expect(guide.getByText('| Mes | Libro | Páginas |')).toBeVisible()
  await safo.keyboard.press('Escape')
  await expect(guide).toBeHidden()
  await expect(buttonIn(commentsSection(safo), 'Guía de Markdown')).toBeFocused()
})

for (const screen of ['desktop', 'narrow'] satisfies Screen[])
  test(`axe finds no problem on a ${screen} screen in the comment form, an edit and the Markdown guide`, async ({
    server,
    openAs,
  }) => {
    const safo = await server.person('Safo')
    const post = await server.hipatia.createPost()
    const words =
      '# Título\n\n| Libro | Autora |\n|---|---|\n| *Nada* | Carmen Laforet |\n\n- [ ] leer\n\nhttps://biblioteca.example/una-direccion-muy-larga-que-no-cabe-en-una-linea-de-telefono\n\n[^1]: Nota.\n\nTexto[^1]'
    for (const who of [server.hipatia, safo])
      await addComment(who, post, words.replace('Libro', `Libro de ${who.name}`))
    await addComment(await server.person('Wilhelmina Constantinopolitana de la Torre y Vega'), post, 'Un nombre largo.')
    const page = await openAs('Safo', `/blog/${post.id}`, { screen, reducedMotion: 'reduce' })
    await expect(commentItems(page)).toHaveCount(3)
    await formToggle(page).click()
    await newField(page).fill('𐤀'.repeat(10_001))
    await expectAccessible(page, 'the form')
    await buttonIn(commentItems(page), 'Editar').click()
    await editField(page).focus()
    await expectAccessible(page, 'an edit')
    await buttonIn(commentItems(page), 'Guía de Markdown').click()
    await expect(page.getByRole('dialog').locator('.prose table')).toBeVisible()
    await expectAccessible(page, 'the guide')
  })

test('Safo writes, edits and deletes a comment by keyboard alone', async ({ server, openAs }) => {
  const post = await server.hipatia.createPost()
  const page = await openAs('Safo', `/blog/${post.id}`)
  await focusWithTab(page, formToggle(page))
  await page.keyboard.press('Enter')
  await page.keyboard.type('Sin ratón.')
  await focusWithTab(page, sendButton(page))
  await page.keyboard.press('Enter')
  await expect(commentItems(page)).toBeFocused()
  await focusWithTab(page, buttonIn(commentItems(page), 'Editar'))
  await page.keyboard.press('Enter')
  await page.keyboard.type(' Y bien.')
  await focusWithTab(page, buttonIn(commentItems(page), 'Actualizar'))
  await page.keyboard.press('Enter')
  await expect(commentItems(page)).toContainText(['Sin ratón. Y bien.'])
  await expect(commentItems(page)).toBeFocused()
  await focusWithTab(page, buttonIn(commentItems(page), 'Eliminar'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(commentsHeading(page)).toHaveText('Comentarios 0')
  await expect(commentsHeading(page)).toBeFocused()
})

test('a printed post has its comments, without the form', async ({ server, openAs }) => {
  const post = await server.hipatia.createPost()
  await addComment(server.hipatia, post, 'Para la carpeta.')
  const safo = await openAs('Safo', `/blog/${post.id}`)
  await formToggle(safo).click()
  await safo.emulateMedia({ media: 'print' })
  await expect(commentItems(safo).getByText('Para la carpeta.')).toBeVisible()
  await expect(newField(safo)).toBeHidden()
  await expect(formToggle(safo)).toBeHidden()
  await expect(headerOf(safo)).toBeHidden()
})
