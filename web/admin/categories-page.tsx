import { lazy, Suspense, useRef, useState } from 'react'
import type { Category } from '../../contract/categories.ts'
import { pages } from '../../contract/pages.ts'
import { useAllCategories, useInitializeCategories } from '../categories/api.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Page } from '../ui/page.tsx'
import { useToast } from '../ui/toast.tsx'
import css from './categories-page.module.css'
import { CategoriesSection } from './categories-section.tsx'
import { texts } from './category-texts.ts'
import { logFailure } from './log-failure.ts'
import { useEdited } from './use-edited.ts'

const CategoryDialog = lazy(() => import('./category-dialog.tsx'))

/** Category management (SPEC §2): all of them, inactive ones too. */
export default function CategoriesPage() {
  const query = useAllCategories()
  const initialize = useInitializeCategories()
  const toast = useToast()
  const [failure, setFailure] = useState<string>()
  const dialog = useEdited<Category>()
  const { shown } = dialog
  const first = useRef<HTMLButtonElement>(null)

  async function initializeThem() {
    setFailure(undefined)
    try {
      const { message } = await initialize.mutateAsync()
      toast.success(message)
    } catch (error) {
      setFailure(logFailure(error, texts.initializeFailed))
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
          <Button ref={first} busy={initialize.isPending} onClick={() => void initializeThem()}>
            {texts.initialize}
          </Button>
          <Button variant="primary" icon="plus" onClick={() => dialog.open(null)}>
            {texts.create}
          </Button>
        </>
      }
    >
      {failure && (
        <div className={css.failure}>
          <ErrorNote
            busy={initialize.isPending}
            onRetry={() => void initializeThem().then(() => first.current?.focus())}
          >
            {failure}
          </ErrorNote>
        </div>
      )}
      <CategoriesSection query={query} onEdit={dialog.open} />
      {shown && (
        <Suspense>
          <CategoryDialog key={shown.key} category={shown.thing} open={shown.isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </Page>
  )
}
