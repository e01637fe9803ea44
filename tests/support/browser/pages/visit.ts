// 'Desde tu última visita', on the home page.
import type { Visit } from '../../../../contract/whats-new.ts'
import type { Page } from '../test.ts'
import type { Person } from '../test-server.ts'

const visitSection = (page: Page) =>
  page.getByRole('main').getByRole('region', { name: 'Desde tu última visita', exact: true })
export const visitHeading = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 2, name: 'Desde tu última visita' })
export const calmSentence = (page: Page) => visitSection(page).getByText('No hay nada nuevo: el mar está en calma.')
export const groupTitles = (page: Page) => visitSection(page).getByRole('heading', { level: 3 })
export const group = (page: Page, title: string) => visitSection(page).getByRole('region', { name: title, exact: true })

/** Over the picture, while the section is below the window. */
export const wayDown = (page: Page, count: string) =>
  page.getByRole('main').getByRole('button', { name: `${count} desde tu última visita` })

/** Counts of everything that is new to a person. */
export async function visitCounts(person: Person) {
  const visit = await person.call<Visit>('GET', '/sections/visit')
  return Object.values(visit).map(({ count }) => count)
}
