// Writing a new post, and editing one (tests/web/posts/post.test.tsx has the form).
import type { Post } from '../../../contract/posts.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { signInButton, signOutButton } from '../../support/browser/pages/navigation.ts'
import {
  commaPost,
  contentField,
  expectTyped,
  mainButton,
  titleField,
  typePost,
} from '../../support/browser/pages/post-editor.ts'
import { emptyStorage, storageOf } from '../../support/browser/storage.ts'
import { answer, expect, type Page, test } from '../../support/browser/test.ts'

const categoryField = (page: Page) => page.getByRole('combobox', { name: 'Categoría' })

test('Safo saves a draft as typed; signing out asks, and leaves nothing of another that wasn’t sent', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.tolerate(...requestsOfEveryPage)
  const { hipatia } = server
  const historia = await hipatia.createCategory('Historia')
  for (const name of ['Música y Cine', 'Arte y Cultura']) await hipatia.createCategory(name)
  await hipatia.deactivateCategory(await hipatia.createCategory('Alquimia'))
  const safo = await openAs('Safo', '/blog/create')
  const author = safo.getByRole('textbox', { name: 'Autor' })
  await expect(author).toHaveValue('Safo')
  await expect(author).not.toBeEditable()
  const names = ['Sin Categoría', 'Arte y Cultura', 'Historia', 'Música y Cine']
  await expect(categoryField(safo).getByRole('option')).toHaveText(names)
  await expect(categoryField(safo)).toHaveValue('')
  await expect(contentField(safo)).toHaveAttribute('rows', '12')
  await expect(safo.getByRole('tab')).toHaveText(['Write', 'Preview'])
  await expect(safo.getByRole('tab', { name: 'Write' })).toHaveAttribute('aria-selected', 'true')
  await expect(safo.getByRole('link', { name: 'Cancelar' })).toHaveAttribute('href', '/blog')

  await typePost(safo, commaPost)
  await categoryField(safo).selectOption('Historia')
  const saved = safo.waitForResponse('**/api/posts')
  await mainButton(safo, 'Guardar Borrador').click()
  const post = (await (await saved).json()) as Post
  expect(post).toMatchObject({ ...commaPost, category_id: historia.id, is_published: false, author_name: 'Safo' })
  await expect(safo).toHaveURL('/blog/drafts')
  await expect(safo.getByRole('link', { name: commaPost.title, exact: true })).toBeVisible()
  // deleted once the browser has told if the page of the draft is open
  const drafts = () => safo.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsent ')))
  await expect.poll(drafts).toEqual([])
  await safo.goto('/blog/create')
  await expectTyped(safo, { title: '', content: '' })
  // read by a parser of our own, as trusted types refuse the browser's
  await contentField(safo).evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 've a Cuba')
    clipboardData.setData('text/html', '<b>ve</b> a <a href="https://cuba.example/">Cuba</a>')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(contentField(safo)).toHaveValue('**ve** a [Cuba](https://cuba.example/)')

  await typePost(safo, commaPost)
  const question = 'Hay textos que no has enviado. Al cerrar la sesión se borran de este navegador.'
  await signOutButton(safo).click()
  await answer(safo, question, 'Cancelar')
  await expectTyped(safo, commaPost)
  await signOutButton(safo).click()
  await answer(safo, question, 'Cerrar Sesión')
  await expect(signInButton(safo)).toBeVisible()
  await expect.poll(() => storageOf(safo)).toEqual(emptyStorage)
})

test('Safo edits, publishes and takes back a post, which keeps its inactive category', async ({ server, openAs }) => {
  const { hipatia } = server
  const [alquimia, safo] = [await hipatia.createCategory('Alquimia'), await server.person('Safo')]
  await hipatia.createCategory('Historia')
  const post = await safo.createDraft({ ...commaPost, category_id: alquimia.id })
  await hipatia.deactivateCategory(alquimia)
  const page = await openAs('Safo', `/blog/${post.id}`)
  const edit = page.getByRole('main').getByRole('link', { name: 'Edit', exact: true })
  await edit.click()
  await expectTyped(page, commaPost)
  await expect(contentField(page)).toHaveAttribute('rows', '12')
  await expect(categoryField(page)).toHaveValue(alquimia.id)
  await expect(categoryField(page).getByRole('option')).toHaveText(['Sin Categoría', 'Alquimia', 'Historia'])
  await expect(mainButton(page, 'Guardar como Borrador')).toHaveCount(0)
  await titleField(page).fill('Otro elogio')
  await mainButton(page, 'Guardar Cambios').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Otro elogio')
  const changed = { ...commaPost, title: 'Otro elogio', category_id: alquimia.id, is_published: false }
  expect(await safo.readPost(post)).toMatchObject(changed)

  await edit.click()
  await categoryField(page).selectOption('Sin Categoría')
  await mainButton(page, 'Guardar y Publicar').click()
  await expect(page).toHaveURL(`/blog/${post.id}`)
  expect(await safo.readPost(post)).toMatchObject({ title: 'Otro elogio', category_id: null, is_published: true })

  await edit.click()
  await expect(mainButton(page, 'Guardar y Publicar')).toHaveCount(0)
  await contentField(page).fill('Más corto.')
  await mainButton(page, 'Guardar como Borrador').click()
  await expect(page).toHaveURL(`/blog/${post.id}`)
  await expect(page.getByText('BORRADOR', { exact: true })).toBeVisible()
  expect(await safo.readPost(post)).toMatchObject({ content: 'Más corto.', is_published: false, published_at: null })

  // an admin who changes her mind
  const admin = await openAs('Hipatia', `/blog/${post.id}/edit`)
  await expect(admin.getByRole('textbox', { name: 'Autor' })).toHaveValue('Safo')
  await titleField(admin).fill('Nada de esto')
  await admin.getByRole('link', { name: 'Cancelar' }).click()
  await answer(admin, '¿Descartar lo que has escrito?', 'Descartar')
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Otro elogio')
  expect(await safo.readPost(post)).toMatchObject({ title: 'Otro elogio' })
})
