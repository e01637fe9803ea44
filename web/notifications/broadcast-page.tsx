import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

export default function BroadcastPage() {
  return (
    <Page title="Email Notifications" width="list">
      <EmptyState drawing="shelf">Esta sala todavía no está abierta.</EmptyState>
    </Page>
  )
}
