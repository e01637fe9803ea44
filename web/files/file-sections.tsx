import { messageOf } from '../api/call.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { WhatsNewBar } from '../whats-new/whats-new-bar.tsx'
import { type CategoryFilter, useNewestUpload, type useSections } from './api.ts'
import { Section } from './file-section.tsx'
import css from './file-sections.module.css'
import { texts } from './texts.ts'
import { useOpenedFile } from './use-opened-file.tsx'

interface Props {
  sections: ReturnType<typeof useSections>
  chosen: CategoryFilter
  onShowAll: () => void
  onUpload: () => void
}

export function Sections({ sections, chosen, onShowAll, onUpload }: Props) {
  const { open, viewer } = useOpenedFile()
  const { newest, update } = useNewestUpload()
  if (sections.isPending) return <Skeleton label={texts.loadingFiles} shape="tiles" count={4} />
  if (sections.isLoadingError)
    return (
      <ErrorNote onRetry={() => void sections.refetch()} busy={sections.isFetching}>
        {messageOf(sections.error, texts.fetchFailed)}
      </ErrorNote>
    )
  const all = sections.data ?? []
  const visible = all.filter(({ category_id }) => chosen === undefined || chosen === (category_id ?? 'none'))
  const showNew = async () => {
    const result = await update()
    if (chosen !== undefined && !result.isError) onShowAll()
    return result
  }
  // new files may be of any category, so they are shown in the list of all
  const whatsNew = newest !== undefined && (
    <WhatsNewBar area="files" newest={chosen === undefined ? (newest ?? undefined) : undefined} onShow={showNew} />
  )
  if (all.length === 0)
    return (
      <>
        {whatsNew}
        <EmptyState
          drawing="shelf"
          action={
            <Button icon="upload" onClick={onUpload}>
              {texts.uploadFile}
            </Button>
          }
        >
          {texts.noFiles}
        </EmptyState>
      </>
    )
  if (visible.length === 0)
    return (
      <>
        {whatsNew}
        <EmptyState drawing="shelf" action={<Button onClick={onShowAll}>{texts.showAll}</Button>}>
          {texts.noFilesHere}
        </EmptyState>
      </>
    )

  return (
    <>
      {whatsNew}
      <div className={css.sections}>
        {visible.map((section) => {
          const category = section.category_id ?? 'none'
          return (
            <Section
              key={category}
              section={section}
              onView={open('image', category)}
              onPlay={open('audio', category)}
            />
          )
        })}
        {viewer}
      </div>
    </>
  )
}
