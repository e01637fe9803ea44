// The form of a post, new or edited.
import { expect, type Page } from '../test.ts'

/** The fields are found also while a modal covers them. */
export const titleField = (page: Page) => page.getByRole('textbox', { name: 'Título', includeHidden: true })
export const contentField = (page: Page) => page.getByRole('textbox', { name: 'Contenido', includeHidden: true })
export const mainButton = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })

export async function typePost(page: Page, words: Record<'title' | 'content', string>) {
  await titleField(page).fill(words.title)
  await contentField(page).fill(words.content)
}

export async function expectTyped(page: Page, words: Record<'title' | 'content', string>) {
  await expect(titleField(page)).toHaveValue(words.title)
  await expect(contentField(page)).toHaveValue(words.content)
}

/** A post with Markdown, for tests that only need one. */
export const commaPost = {
  title: 'Elogio de la vírgula',
  content: 'La *vírgula* es más vieja que la coma.\n\n- y más larga\n',
}
