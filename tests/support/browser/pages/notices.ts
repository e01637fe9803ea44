// The bell and the page of notices.
import { expect, headerOf, type Locator, type Page } from '../test.ts'
import type { Person } from '../test-server.ts'

/** The bell, whatever it counts. */
export const bell = (page: Page) => headerOf(page).getByRole('link', { name: /^Avisos/ })
export const expectUnread = (page: Page, count: number) =>
  expect(bell(page)).toHaveAccessibleName(count === 0 ? 'Avisos' : `Avisos, ${count} sin leer`)

export const notices = (page: Page) => page.getByRole('main').getByRole('listitem')
export const noticeWith = (page: Page, words: string) => notices(page).filter({ hasText: words })
export const wayTo = (notice: Locator) => notice.getByRole('link')
export const markAllButton = (page: Page) => page.getByRole('button', { name: 'Marcar todo como leído' })

export const naming = ({ id, name }: Pick<Person, 'id' | 'name'>) => `@[${name}](${id})`
export const unreadOf = async ({ call }: Person) =>
  (await call<{ is_read: boolean }[]>('GET', '/notices')).filter(({ is_read }) => !is_read).length
