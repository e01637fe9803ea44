import { messageOf } from '../api/call.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { VisuallyHidden } from '../ui/page/visually-hidden.tsx'
import { WhatsNewBar } from '../whats-new/whats-new-bar.tsx'
import { type CategoryFilter, useNewestUpload, type useSections } from './api.ts'
import { FileCards, Files, Section } from './file-section.tsx'
import css from './file-sections.module.css'
import { texts } from './texts.ts'
import { mediaPageSize } from './use-media-set.ts'
import { useOpenedFile } from './use-opened-file.tsx'
import type { ArchiveView } from './views/archive-view.ts'
import { Photos } from './views/photos.tsx'

interface Props {
  sections: ReturnType<typeof useSections>
  view: ArchiveView
  chosen: CategoryFilter
  onShowAll: () => void
  onUpload: () => void
}

export function Sections({ sections, view, chosen, onShowAll, onUpload }: Props) {
  const { open, viewer } = useOpenedFile()
  const { newest, update } = useNewestUpload()
  if (sections.isPending) return <Skeleton label={texts.loadingFiles} shape="tiles" count={4} />
  if (sections.isLoadingError)
    return <ErrorNote query={sections}>{messageOf(sections.error, texts.fetchFailed)}</ErrorNote>
  const all = sections.data ?? []
  const visible = all.filter(({ category_id }) => chosen === undefined || chosen === (category_id ?? 'none'))
  const count = visible.reduce((sum, section) => sum + section.file_count, 0)
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
      <div className={`stack gap-6 shrinks ${css.sections}`}>
        {view === 'categoria' &&
          visible.map((section) => {
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
        {view === 'recientes' && (
          <section className={`shrinks whole-row ${css.section}`} aria-label={texts.views.recientes}>
            <VisuallyHidden>
              <h2>{texts.views.recientes}</h2>
            </VisuallyHidden>
            <Files category={chosen} count={count}>
              {(files) => <FileCards files={files} onView={open('image', chosen)} onPlay={open('audio', chosen)} />}
            </Files>
          </section>
        )}
        {view === 'fotos' && (
          <div>
            <Files category={chosen} kind="image" limit={mediaPageSize} count={count}>
              {(photos) => <Photos photos={photos} onView={open('image', chosen)} />}
            </Files>
          </div>
        )}
        {viewer}
      </div>
    </>
  )
}
