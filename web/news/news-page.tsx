import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

export default function NewsPage() {
  return (
    <Page title="Noticias" width="list">
      <EmptyState drawing="shelf">Esta sala todavía no está abierta.</EmptyState>
    </Page>
  )
}
