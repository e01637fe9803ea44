import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

export default function CategoriesPage() {
  return (
    <Page title="Manage Categories" width="list">
      <EmptyState drawing="shelf">Esta sala todavía no está abierta.</EmptyState>
    </Page>
  )
}
