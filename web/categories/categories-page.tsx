import { useRef } from 'react'
import type { Category } from '../../contract/categories.ts'
import { pages } from '../../contract/pages.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/controls/button.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { useDialogTarget } from '../ui/hooks/use-dialog-target.ts'
import { lazyPart } from '../ui/lazy.ts'
import { logFailure } from '../ui/log-failure.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Page } from '../ui/page/page.tsx'
import { useAllCategories, useInitializeCategories } from './api.ts'
import { CategoriesSection } from './categories-section.tsx'
import { texts } from './texts.ts'

const CategoryDialog = lazyPart(() => import('./category-dialog.tsx'))

/** Category management (SPEC §2), with inactive categories. */
export default function CategoriesPage() {
  const query = useAllCategories()
  const initialize = useInitializeCategories()
  const dialog = useDialogTarget<Category>()
  const { shown } = dialog
  const initializeButton = useRef<HTMLButtonElement>(null)

  async function initializeCategories() {
    try {
      const { message } = await initialize.mutateAsync()
      toast.success(message)
    } catch (error) {
      logFailure(error, texts.initializeFailed)
    }
  }

  return (
    <Page
      title={texts.title}
      width="wide"
      back={{ to: pages.admin.path, label: texts.back }}
      intro={texts.intro}
      actions={
        <>
          <Button ref={initializeButton} busy={initialize.isPending} onClick={() => void initializeCategories()}>
            {texts.initialize}
          </Button>
          <Button variant="primary" icon="plus" onClick={() => dialog.open(null)}>
            {texts.create}
          </Button>
        </>
      }
    >
      {initialize.error && (
        <div className="below-4">
          <ErrorNote
            busy={initialize.isPending}
            onRetry={() => void initializeCategories().then(() => initializeButton.current?.focus())}
          >
            {messageOf(initialize.error, texts.initializeFailed)}
          </ErrorNote>
        </div>
      )}
      <CategoriesSection query={query} onEdit={dialog.open} />
      {shown && <CategoryDialog key={shown.key} category={shown.target} open={shown.isOpen} onClose={dialog.close} />}
    </Page>
  )
}
