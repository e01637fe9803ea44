import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

export default function EmailPreferencesPage() {
  return (
    <Page title="Preferencias de Email" width="list">
      <EmptyState drawing="shelf">Esta sala todavía no está abierta.</EmptyState>
    </Page>
  )
}
