/** The image viewer of the archive. */

import { smallPng } from '../media.ts'
import { expect, type Locator, type Page } from '../test.ts'
import type { Person, TestServer } from '../test-server.ts'
import { cardOf, waitForImageVersions } from './archive.ts'

/** The address of the version of an image that the viewer shows, smaller than the original. */
export const screenVersion = /\/content\/screen\./

/** Opens the viewer with the button "Ver" of a card. */
export async function openViewer(page: Page, name: string) {
  await cardOf(page, name).getByRole('button', { name: 'Ver', exact: true }).click()
  const viewer = page.getByRole('dialog')
  await expect(viewer).toBeVisible()
  // its keys need the focus, which comes a frame later
  await expect(viewer).toBeFocused()
  return viewer
}

export const imageIn = (viewer: Locator) => viewer.getByRole('img')
export const previousImage = (viewer: Locator) => viewer.getByRole('button', { name: 'Imagen anterior' })
export const nextImage = (viewer: Locator) => viewer.getByRole('button', { name: 'Imagen siguiente' })
export const thumbnailList = (viewer: Locator) => viewer.getByRole('list', { name: 'Imágenes' })
export const thumbnails = (viewer: Locator) => thumbnailList(viewer).getByRole('button')

/** Expects the image with this name to be painted, not only requested. */
export const expectImage = (viewer: Locator, name: string) =>
  expect
    .poll(() =>
      imageIn(viewer).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0 && image.alt),
    )
    .toBe(name)

/** Uploads three images with their smaller versions; the archive shows the newest first: uno, dos, tres. */
export async function uploadThreeImages(server: TestServer, person: Person) {
  await person.uploadFile(smallPng('tres.png', 200))
  await person.uploadFile(smallPng('dos.png', 100))
  await person.uploadFile(smallPng('uno.png', 0))
  await waitForImageVersions(server)
}
