import { type ReactNode, useId, useState } from 'react'
import type { ArchiveFile, FileSection } from '../../contract/files.ts'
import { messageOf } from '../api/call.ts'
import { itemsOf } from '../api/paged.ts'
import { Icon } from '../ui/icons.tsx'
import { MoreItems } from '../ui/lists/more-items.tsx'
import { useNearViewport } from '../ui/lists/use-near-viewport.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { type CategoryFilter, useFiles } from './api.ts'
import { FileCard } from './cards/file-card.tsx'
import css from './file-sections.module.css'
import { texts } from './texts.ts'

interface Props {
  section: FileSection
  onView: (file: ArchiveFile) => void
  onPlay: (file: ArchiveFile) => void
}

/** A category with its files, loaded when it is scrolled near. */
export function Section({ section, onView, onPlay }: Props) {
  const id = useId()
  const [isNear, setNear] = useState(false)
  const sectionRef = useNearViewport(() => setNear(true))
  const name = section.category_name ?? texts.noCategory
  return (
    <section
      className={`shrinks whole-row ${css.section}`}
      data-count={section.file_count}
      aria-labelledby={id}
      ref={sectionRef}
    >
      <div className={css.head}>
        <Icon name="folder" size={24} className={css.folder} />
        <h2 id={id} className={css.name}>
          <bdi>{name}</bdi>
        </h2>
        <span className="rigid muted small tabular">{texts.count(section.file_count)}</span>
      </div>
      <Files category={section.category_id ?? 'none'} isNear={isNear} count={section.file_count}>
        {(files) => <FileCards files={files} onView={onView} onPlay={onPlay} />}
      </Files>
    </section>
  )
}

interface CardsProps extends Omit<Props, 'section'> {
  files: ArchiveFile[]
}

export const FileCards = ({ files, onView, onPlay }: CardsProps) => (
  <ul className={css.cards}>
    {files.map((file) => (
      <li key={file.id}>
        <FileCard file={file} onView={onView} onPlay={onPlay} />
      </li>
    ))}
  </ul>
)

interface FilesProps {
  category: CategoryFilter
  kind?: 'image'
  limit?: number
  isNear?: boolean
  /** How many there may be. */
  count: number
  children: (files: ArchiveFile[]) => ReactNode
}

/** Files, the newest first; more are loaded near the end. */
export function Files({ category, kind, limit = 24, isNear = true, count, children }: FilesProps) {
  const files = useFiles({ category_id: category, kind, limit, enabled: isNear })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = files
  const endRef = useNearViewport(() => {
    // after a failure only the button retries, to avoid an endless loop
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void files.fetchNextPage()
  })

  // about as high as the first page
  if (!isNear) return <div style={{ height: `${Math.ceil(Math.min(count, 24) / 3) * 20}rem` }} />
  if (files.isPending) return <Skeleton label={texts.loadingFiles} shape="tiles" count={Math.min(count, 3)} />
  if (files.isLoadingError)
    return <ErrorNote query={files}>{messageOf(files.error, texts.fetchFailed)}</ErrorNote>
  const items = files.data ? itemsOf(files.data) : []
  return (
    <>
      {children(items)}
      {/* a new element for each page: the observer reports an end that stays visible only once */}
      <div key={items.length} className={css.foot} ref={endRef}>
        <MoreItems query={files} label={texts.showMore} failureText={messageOf(files.error, texts.fetchFailed)} />
      </div>
    </>
  )
}
