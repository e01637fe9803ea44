// Photos in comments.
import { expect, test } from 'vitest'
import { links } from '../../../contract/content/links.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { idOf, zenon } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'
import { attach, fileOf, holdUploads } from '../links/links.ts'
import {
  button,
  commentOf,
  formToggle,
  keepComments,
  newField,
  openPost,
  section,
  sendButton,
  withText,
} from './comments.ts'

test('Safo adds a photo to her comment, which can be sent once it is in the archive, and shows it', async () => {
  const { answers } = keepComments()
  const photo = fileOf('faro.jpg', { id: idOf(1), file_type: 'image/jpeg', thumb_url: '/no-hay.jpg' })
  await openPost({ screen: 'narrow', answers: [answer(links.find, { files: [photo], posts: [] }), ...answers] })
  await formToggle.click()
  await newField.fill('Mirad:')
  const release = holdUploads(() => photo)
  await expect.element(button('Añadir fotos')).toBeVisible()
  await attach('Añadir fotos', new File(['x'], 'faro.jpg', { type: 'image/jpeg' }))
  await expect.element(section.getByText('Se podrá publicar cuando termine la subida.')).toBeVisible()
  await expect.element(sendButton).toBeDisabled()
  await expectAccessible('a photo on its way into a comment')
  release()
  await expect.element(newField).toHaveValue(`Mirad:\n\n![faro.jpg](file:${idOf(1)})\n\n`)
  await expect.element(section.getByText('Donde pone ![…](file:…) se verá la foto al publicar.')).toBeVisible()
  await sendButton.click()
  await expect.element(withText('Mirad:').getByRole('button', { name: 'Ampliar la imagen: faro.jpg' })).toBeVisible()
})

test.each([
  ['faro.jpg', 'foto'],
  ['', 'foto'],
  ['El faro', 'El faro'],
])('the answer to a photo alone with the text «%s» quotes «%s», as the server does', async (alt, quoted) => {
  const photo = fileOf('faro.jpg', { id: idOf(1), file_type: 'image/jpeg', thumb_url: '/no-hay.jpg' })
  const { answers } = keepComments(commentOf(zenon, `![${alt}](file:${idOf(1)})`, 1))
  await openPost({ answers: [answer(links.find, { files: [photo], posts: [] }), ...answers] })
  await expect.element(section.getByRole('button', { name: /^Ampliar la imagen/ })).toBeVisible()
  await button('Responder').click()
  await expect.element(section.getByText(quoted, { exact: true })).toBeVisible()
})
