import { expect, headerOf, type Page } from '../test.ts'

export const searchButton = (page: Page) => headerOf(page).getByRole('button', { name: 'Buscar', exact: true })

export const searchPalette = (page: Page) => page.getByRole('dialog', { name: 'Buscar' })
export const paletteField = (page: Page) => searchPalette(page).getByRole('combobox')
export const paletteOptions = (page: Page) => searchPalette(page).getByRole('option')

/** Opens the palette by its keys, which work once a member's parts are loaded. */
export async function openPalette(page: Page) {
  await expect(searchButton(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
}

/** The field of the page of the search. */
export const searchField = (page: Page) => page.getByRole('main').getByRole('searchbox', { name: 'Buscar' })
export const foundHits = (page: Page) => page.getByRole('list', { name: 'Resultados' }).getByRole('listitem')
