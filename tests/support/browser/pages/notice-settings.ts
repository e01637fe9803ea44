// The settings of notices under the account, and the choices of a post.
import type { Following, NoticeSettings } from '../../../../contract/notices/settings.ts'
import type { Page } from '../test.ts'
import type { Person } from '../test-server.ts'

const settingsSection = (page: Page) =>
  page.getByRole('main').getByRole('region', { name: 'Notificaciones', exact: true })
export const choiceOf = (page: Page, name: string) => settingsSection(page).getByRole('combobox', { name, exact: true })
export const quietHours = (page: Page) =>
  settingsSection(page).getByRole('checkbox', { name: 'Nada en tus dispositivos a ciertas horas' })
export const hourField = (page: Page, name: 'Desde las' | 'Hasta las') =>
  settingsSection(page).getByLabel(name, { exact: true })

export const storedSettings = (person: Person) => person.call<NoticeSettings>('GET', '/notices/settings')
export const storedFollowing = async (person: Person, post: { id: string }) =>
  (await person.call<Following>('GET', `/posts/${post.id}/following`)).state
