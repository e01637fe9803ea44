import { lazy, Suspense, useState } from 'react'
import type { ArchiveFile } from '../../contract/files.ts'
import { messageOf } from '../api/call.ts'
import { Novelties } from '../sections/novelties.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { CategoryFilter, useSections } from './api.ts'
import { Section } from './section.tsx'
import css from './sections.module.css'
import { texts } from './texts.ts'
import { useNewest } from './use-newest.ts'

const ImageViewer = lazy(() => import('./image-viewer.tsx'))
const AudioPlayer = lazy(() => import('./audio-player.tsx'))

interface Props {
  sections: ReturnType<typeof useSections>
  chosen: CategoryFilter
  onShowAll: () => void
  onUpload: () => void
}

/** A file that is looked at or listened to, and the section it was opened from. */
interface Shown {
  as: 'image' | 'audio'
  file: ArchiveFile
  category: string
  /** Which opening this is: the same file opened again begins anew. */
  opening: number
}

/** The archive by categories, or the chosen one alone, and what is opened over it. */
export function Sections({ sections, chosen, onShowAll, onUpload }: Props) {
  const [shown, show] = useState<Shown>()
  const [isOpen, setOpen] = useState(false)
  const { newest, update } = useNewest()
  const open = (as: Shown['as'], category: string) => (file: ArchiveFile) => {
    show((before) => ({ as, file, category, opening: (before?.opening ?? 0) + 1 }))
    setOpen(true)
  }

  if (sections.isPending) return <Skeleton label={texts.loadingFiles} count={4} />
  if (sections.isLoadingError)
    return (
      <ErrorNote onRetry={() => void sections.refetch()} busy={sections.isFetching}>
        {messageOf(sections.error, texts.fetchFailed)}
      </ErrorNote>
    )
  const all = sections.data ?? []
  const some = all.filter(({ category_id }) => chosen === undefined || chosen === (category_id ?? 'none'))
  const showNew = async () => {
    const result = await update()
    if (chosen !== undefined && !result.isError) onShowAll()
    return result
  }
  // what is new may be of any category: it is seen in the list of all
  const novelties = newest !== undefined && (
    <Novelties section="files" newest={chosen === undefined ? (newest ?? undefined) : undefined} onShow={showNew} />
  )
  if (all.length === 0)
    return (
      <>
        {novelties}
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
  if (some.length === 0)
    return (
      <>
        {novelties}
        <EmptyState drawing="shelf" action={<Button onClick={onShowAll}>{texts.showAll}</Button>}>
          {texts.noFilesHere}
        </EmptyState>
      </>
    )

  const dialog = { open: isOpen, onClose: () => setOpen(false) }
  return (
    <>
      {novelties}
      <div className={css.sections}>
        {some.map((section) => {
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
        <Suspense>
          {shown?.as === 'image' && <ImageViewer key={shown.opening} {...shown} {...dialog} />}
          {shown?.as === 'audio' && <AudioPlayer key={shown.opening} {...shown} {...dialog} />}
        </Suspense>
      </div>
    </>
  )
}
