import { EmptyState } from './ui/empty-state.tsx'
import { Page } from './ui/page.tsx'

/** Titles of the rooms that have their door and their guard, and not yet anything inside. */
const titles = {
  news: 'Noticias',
  account: 'Administrar Cuenta',
  emailPreferences: 'Preferencias de Email',
  adminCategories: 'Manage Categories',
  adminNotifications: 'Email Notifications',
  adminUserPreferences: 'User Preferences',
} as const

export type UpcomingName = keyof typeof titles

export function UpcomingPage({ name }: { name: UpcomingName }) {
  return (
    <Page title={titles[name]} width="list">
      <EmptyState drawing="shelf">Esta sala todavía no está abierta.</EmptyState>
    </Page>
  )
}
