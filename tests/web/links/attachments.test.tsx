// Files attached to a text: a mark stands for each until it is uploaded, and its link token afterwards.
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import { idOf, openPage } from '../../support/web/screen.tsx'
import { answer, nowAnswer } from '../../support/web/server.ts'
import { contentField as findContentField } from '../posts/posts.ts'
import { button, fileOf } from './links.ts'

const contentField = findContentField()
/** Contains the invisible marker that distinguishes it from typed text. */
const placeholder = (name: string) => `[\u2063Subiendo ${name}…]`
const uploads = '/api/files/uploads'
const open = () => openPage('/blog/create', { answers: [answer(categories.list, [])] })

/** Stores uploads as soon as it is allowed to. */
function holdUploads() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let count = 0
  nowAnswer(
    http.post(uploads, async () => {
      await promise
      return new HttpResponse(null, { status: 201, headers: { location: `${uploads}/${idOf(++count)}` } })
    }),
    http.patch(`${uploads}/:id`, async ({ request, params }) => {
      const { byteLength } = await request.arrayBuffer()
      const file = fileOf('uno.txt', { id: `${params.id}` })
      return HttpResponse.json(file, { headers: { 'upload-offset': `${byteLength}` } })
    }),
  )
  return resolve
}

async function attach(...names: string[]) {
  const input = document.querySelector<HTMLInputElement>('form input[type=file]') as HTMLInputElement
  await userEvent.upload(
    input,
    names.map((name) => new File([name], name)),
  )
}

test('several files get their own link tokens, and the cursor stays', async () => {
  await open()
  const release = holdUploads()
  await contentField.fill('principio ')
  const names = ['uno.txt', 'dos.txt', 'tres.txt']
  await attach(...names)
  await expect.element(contentField).toHaveValue(`principio ${names.map(placeholder).join('\n')}`)
  contentField.element().focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}')
  release()
  const tokens = /^principio (\{\{file:[0-9a-f]{32}\|[a-z]+\.txt\}\}\n?){3}$/
  await expect.poll(() => (contentField.element() as HTMLTextAreaElement).value).toMatch(tokens)
  await userEvent.keyboard('Al ')
  await expect.poll(() => (contentField.element() as HTMLTextAreaElement).value).toMatch(/^Al principio \{\{/)
})

test('a cancelled upload leaves nothing in the text', async () => {
  await open()
  holdUploads()
  await contentField.fill('Antes. ')
  await attach('a[1].txt')
  await expect.element(contentField).toHaveValue(`Antes. ${placeholder('a 1 .txt')}`)
  await button('Cancelar la subida de a[1].txt').click()
  await expect.element(contentField).toHaveValue('Antes. ')
})
