// Files attached to a text: a mark stands for each until it is uploaded, and its link token afterwards.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import { idOf, openPage } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'
import { contentField as findContentField } from '../posts/posts.ts'
import { attach, button, fileOf, holdUploads } from './links.ts'

const contentField = findContentField()
/** Contains the invisible marker that distinguishes it from typed text. */
const placeholder = (name: string) => `[\u2063Subiendo ${name}…]`
const open = () => openPage('/blog/create', { answers: [answer(categories.list, [])] })

const attachFiles = (...names: string[]) => attach('Adjuntar archivos', ...names.map((name) => new File([name], name)))

test('several files get their own link tokens, until which the text can’t be published, and the cursor stays', async () => {
  await open()
  const release = holdUploads()
  await page.getByRole('textbox', { name: 'Título' }).fill('Con archivos')
  await contentField.fill('principio ')
  const names = ['uno.txt', 'dos.txt', 'tres.txt']
  await attachFiles(...names)
  await expect.element(contentField).toHaveValue(`principio ${names.map(placeholder).join('\n')}`)
  await expect.element(button('Publicar Post')).toBeDisabled()
  contentField.element().focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}')
  release()
  const tokens = /^principio (\{\{file:[0-9a-f]{32}\|[a-z]+\.txt\}\}\n?){3}$/
  await expect.poll(() => (contentField.element() as HTMLTextAreaElement).value).toMatch(tokens)
  await userEvent.keyboard('Al ')
  await expect.poll(() => (contentField.element() as HTMLTextAreaElement).value).toMatch(/^Al principio \{\{/)
})

test('a cancelled upload leaves nothing in the text, and words like those of an upload don’t keep it from being saved', async () => {
  await open()
  holdUploads()
  await contentField.fill('Antes. ')
  await attachFiles('a[1].txt')
  await expect.element(contentField).toHaveValue(`Antes. ${placeholder('a 1 .txt')}`)
  await button('Cancelar la subida de a[1].txt').click()
  await expect.element(contentField).toHaveValue('Antes. ')
  await page.getByRole('textbox', { name: 'Título' }).fill('Sin foto')
  await contentField.fill('Decía [Subiendo foto.jpg…] y nada más')
  await expect.element(button('Publicar Post')).toBeEnabled()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('added photos become images in a paragraph of their own, named like the files; other files stay links', async () => {
  await open()
  const names = ['faro [de] *día*.v2.jpg', 'acta.pdf', 'vector.svg']
  const release = holdUploads((id) => {
    const name = names[Number(id) - 1] ?? ''
    return fileOf(name, { id, thumb_url: name.endsWith('.jpg') ? '/thumb' : null })
  })
  await contentField.fill('Antes.Después.')
  const field = contentField.element() as HTMLTextAreaElement
  field.setSelectionRange(6, 6)
  await attach('Añadir fotos', ...names.map((name) => new File([name], name, { type: 'image/jpeg' })))
  release()
  const [photo, pdf, drawing] = [
    `![faro de día .v2.jpg](file:${idOf(1)})`,
    ...[2, 3].map((n) => `{{file:${idOf(n)}|${names[n - 1]}}}`),
  ]
  await expect.element(contentField).toHaveValue(`Antes.\n\n${photo}\n${pdf}\n${drawing}\n\nDespués.`)
})
