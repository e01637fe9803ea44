import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

export default function UserPreferencesPage() {
  return (
    <Page title="User Preferences" width="list">
      <EmptyState drawing="shelf">Esta sala todavía no está abierta.</EmptyState>
    </Page>
  )
}
