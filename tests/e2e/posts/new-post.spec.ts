// Writing a new post.
import type { Post } from '../../../contract/posts.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { signInButton, signOutButton } from '../../support/browser/pages/navigation.ts'
import {
  categoryField,
  commaPost,
  contentField,
  expectNoStoredDraft,
  expectTyped,
  failure,
  mainButton,
  postsRequest,
  titleField,
  typePost,
} from '../../support/browser/pages/post-editor.ts'
import { newPostLink } from '../../support/browser/pages/posts.ts'
import { emptyStorage, storageOf } from '../../support/browser/storage.ts'
import { answer, expect, test } from '../../support/browser/test.ts'

test.describe('A new post', () => {
  test('has a fixed author, the active categories, a title and a text', async ({ server, openAs }) => {
    const { hipatia } = server
    for (const name of ['Música y Cine', 'Arte y Cultura', 'Historia']) await hipatia.createCategory(name)
    await hipatia.deactivateCategory(await hipatia.createCategory('Alquimia'))
    const safo = await openAs('Safo', '/blog/create')
    const author = safo.getByRole('textbox', { name: 'Autor' })
    await expect(author).toHaveValue('Safo')
    await expect(author).not.toBeEditable()
    await expect(categoryField(safo).getByRole('option')).toHaveText([
      'Sin Categoría',
      'Arte y Cultura',
      'Historia',
      'Música y Cine',
    ])
    await expect(categoryField(safo)).toHaveValue('')
    await expect(titleField(safo)).toHaveValue('')
    await expect(contentField(safo)).toHaveAttribute('rows', '12')
    await expect(safo.getByRole('tab')).toHaveText(['Write', 'Preview'])
    await expect(safo.getByRole('tab', { name: 'Write' })).toHaveAttribute('aria-selected', 'true')
    await expect(safo.getByRole('link', { name: 'Cancelar' })).toHaveAttribute('href', '/blog')
    await safo.getByRole('link', { name: 'Cancelar' }).click()
    await expect(safo).toHaveURL('/blog')
  })

  test('is saved as a draft exactly as typed, and leads to the drafts', async ({ server, openAs }) => {
    const historia = await server.hipatia.createCategory('Historia')
    const safo = await openAs('Safo', '/blog/create')
    await typePost(safo, commaPost)
    await categoryField(safo).selectOption('Historia')
    const saved = safo.waitForResponse(postsRequest)
    await mainButton(safo, 'Guardar Borrador').click()
    const post = (await (await saved).json()) as Post
    expect(post).toMatchObject({ ...commaPost, category_id: historia.id, is_published: false, author_name: 'Safo' })
    await expect(safo).toHaveURL('/blog/drafts')
    await expect(safo.getByRole('link', { name: commaPost.title, exact: true })).toBeVisible()
  })

  test('is published without a category, and leads to the blog', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog')
    await expect(safo.getByText('No hay posts todavía. Sé el primero en crear uno!')).toBeVisible()
    await newPostLink(safo).click()
    await typePost(safo, commaPost)
    const saved = safo.waitForResponse(postsRequest)
    await mainButton(safo, 'Publicar Post').click()
    const answer = await saved
    const client_id = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(answer.request().postDataJSON()).toEqual({ ...commaPost, is_published: true, client_id })
    expect(await answer.json()).toMatchObject({ ...commaPost, category_id: null, is_published: true })
    await expect(safo).toHaveURL('/blog')
    await expect(safo.getByRole('link', { name: commaPost.title, exact: true })).toBeVisible()
  })

  test('is sent only once, and the buttons are disabled until the answer arrives', async ({ server, openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    const delayed = await delayResponse(safo, postsRequest)
    await typePost(safo, commaPost)
    await mainButton(safo, 'Publicar Post').click()
    await expect(mainButton(safo, 'Guardar Borrador')).toBeDisabled()
    await expect(mainButton(safo, 'Publicar Post')).toBeDisabled()
    await mainButton(safo, 'Publicar Post').click({ force: true })
    await titleField(safo).press('Enter')
    delayed.release()
    await expect(safo).toHaveURL('/blog')
    expect(await server.hipatia.call('GET', '/posts/all?include_unpublished=true')).toHaveLength(1)
  })

  test('is not sent by pressing Enter in the title', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    const sent: string[] = []
    safo.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await typePost(safo, commaPost)
    await titleField(safo).press('Enter')
    await safo.getByRole('tab', { name: 'Preview' }).click()
    await expect(safo.getByRole('tabpanel', { name: 'Preview' })).toContainText('La vírgula es más vieja')
    await expect(safo).toHaveURL('/blog/create')
    expect(sent).not.toContain('POST /api/posts')
  })

  test('can be previewed before it is saved, and then edited further', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await safo.getByRole('tab', { name: 'Preview' }).click()
    await expect(safo.getByRole('tabpanel', { name: 'Preview' })).toContainText('Todavía no hay nada que mostrar.')
    await safo.getByRole('tab', { name: 'Write' }).click()
    await typePost(safo, commaPost)
    await safo.getByRole('tab', { name: 'Preview' }).click()
    const preview = safo.getByRole('tabpanel', { name: 'Preview' })
    await expect(preview.locator('em')).toHaveText('vírgula')
    await expect(preview.getByRole('listitem')).toHaveText('y más larga')
    await expect(contentField(safo)).toBeHidden()
    await safo.getByRole('tab', { name: 'Write' }).click()
    await expectTyped(safo, commaPost)
  })

  test('keeps all fields and shows an error when saving fails, whatever the reason', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 POST /api/posts', 'failed POST /api/posts')
    const historia = await server.hipatia.createCategory('Historia')
    const safo = await openAs('Safo', '/blog/create')
    await typePost(safo, commaPost)
    await categoryField(safo).selectOption('Historia')
    for (const [what, spoil, button, text] of [
      [
        'the server gives no reason',
        () => refuse(safo, postsRequest, 500),
        'Guardar Borrador',
        'Error: Failed to create post',
      ],
      [
        'the server gives a reason',
        () => refuse(safo, postsRequest, 500, 'No queda tinta.'),
        'Guardar Borrador',
        'Error: No queda tinta.',
      ],
      [
        'the server cannot be reached',
        () => safo.route(postsRequest, (route) => route.abort()),
        'Publicar Post',
        'Error: Failed to create post',
      ],
    ] as const)
      await test.step(what, async () => {
        await spoil()
        await mainButton(safo, button).click()
        await expect(failure(safo, text)).toBeVisible()
        await expect(safo).toHaveURL('/blog/create')
        await expectTyped(safo, commaPost)
        await expect(categoryField(safo)).toHaveValue(historia.id)
        await safo.unroute(postsRequest)
      })
    await mainButton(safo, 'Guardar Borrador').click()
    await expect(safo).toHaveURL('/blog/drafts')
  })

  test('shows an error at a title or a text that is too long', async ({ openAs, pageErrors }) => {
    pageErrors.tolerate('422 POST /api/posts') // the browser may refuse it without a request
    const safo = await openAs('Safo', '/blog/create')
    const longTitle = 'á'.repeat(201)
    await typePost(safo, { title: longTitle, content: 'b'.repeat(100_001) })
    await expect(titleField(safo)).toHaveAccessibleDescription(/no puede tener más de 200 caracteres/)
    await expect(contentField(safo)).toHaveAccessibleDescription(/no puede tener más de 100.?000 caracteres/)
    await expect(titleField(safo)).toHaveAttribute('aria-invalid', 'true')
    await expect(titleField(safo)).toHaveValue(longTitle)
    await typePost(safo, { title: '🏛'.repeat(200), content: 'b'.repeat(100_000) })
    await expect(titleField(safo)).not.toHaveAttribute('aria-invalid', 'true')
    await expect(contentField(safo)).not.toHaveAttribute('aria-invalid', 'true')
    await mainButton(safo, 'Publicar Post').click()
    await expect(safo).toHaveURL('/blog')
    await expect(safo.getByRole('link', { name: '🏛'.repeat(200), exact: true })).toBeVisible()
  })

  test('keeps the unsaved text after a reload, and is empty after saving', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await typePost(safo, commaPost)
    await safo.reload()
    await expectTyped(safo, commaPost)
    await mainButton(safo, 'Guardar Borrador').click()
    await expect(safo).toHaveURL('/blog/drafts')
    await expectNoStoredDraft(safo)
    await safo.goto('/blog/create')
    await expectTyped(safo, { title: '', content: '' })
  })

  test('is discarded by Cancelar, after a question', async ({ openAs }) => {
    const safo = await openAs('Safo', '/blog/create')
    await typePost(safo, commaPost)
    await safo.getByRole('link', { name: 'Cancelar' }).click()
    await answer(safo, '¿Descartar lo que has escrito?', 'Cancelar')
    await expectTyped(safo, commaPost)
    await safo.getByRole('link', { name: 'Cancelar' }).click()
    await answer(safo, '¿Descartar lo que has escrito?', 'Descartar')
    await expect(safo).toHaveURL('/blog')
    await newPostLink(safo).click()
    await expectTyped(safo, { title: '', content: '' })
  })

  test('leaves nothing in storage when Safo signs out, after a question', async ({ openAs, pageErrors }) => {
    pageErrors.tolerate(...requestsOfEveryPage)
    const safo = await openAs('Safo', '/blog/create')
    await typePost(safo, commaPost)
    const signOut = () => signOutButton(safo).click()
    const question = 'Hay textos que no has enviado. Al cerrar la sesión se borran de este navegador.'
    await signOut()
    await answer(safo, question, 'Cancelar')
    await expectTyped(safo, commaPost)
    await signOut()
    await answer(safo, question, 'Cerrar Sesión')
    await expect(signInButton(safo)).toBeVisible()
    await expect.poll(() => storageOf(safo)).toEqual(emptyStorage)
  })
})
