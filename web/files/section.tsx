import { useId, useState } from 'react'
import type { ArchiveFile, FileSection } from '../../contract/files.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Icon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useOnNear } from '../ui/use-near.ts'
import { useFiles } from './api.ts'
import { FileCard } from './file-card.tsx'
import css from './sections.module.css'
import { texts } from './texts.ts'

interface Props {
  section: FileSection
  onView: (file: ArchiveFile) => void
  onPlay: (file: ArchiveFile) => void
}

/** A category with its files; it asks for them when one comes near. */
export function Section({ section, onView, onPlay }: Props) {
  const id = useId()
  const [isNear, setNear] = useState(false)
  const watch = useOnNear(() => setNear(true))
  const name = section.category_name ?? texts.noCategory
  return (
    <section className={css.section} aria-labelledby={id} ref={watch}>
      <div className={css.head}>
        <Icon name="folder" size={24} className={css.folder} />
        <h2 id={id} className={css.name}>
          <bdi>{name}</bdi>
        </h2>
        <span className={css.count}>{texts.count(section.file_count)}</span>
      </div>
      <Files
        category={section.category_id ?? 'none'}
        isNear={isNear}
        count={section.file_count}
        {...{ onView, onPlay }}
      />
    </section>
  )
}

interface FilesProps extends Omit<Props, 'section'> {
  category: string
  isNear: boolean
  count: number
}

function Files({ category, isNear, count, onView, onPlay }: FilesProps) {
  const files = useFiles({ category_id: category, enabled: isNear })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = files
  const more = () => void fetchNextPage()
  const watchEnd = useOnNear(() => {
    // what failed waits for the button: else it would be asked for without end
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) more()
  })

  // as high as the first page will be, more or less
  if (!isNear) return <div style={{ height: `${Math.ceil(Math.min(count, 24) / 3) * 20}rem` }} />
  if (files.isPending) return <Skeleton label={texts.loadingFiles} count={Math.min(count, 3)} />
  if (files.isLoadingError)
    return (
      <ErrorNote onRetry={() => void files.refetch()} busy={files.isFetching}>
        {messageOf(files.error, texts.fetchFailed)}
      </ErrorNote>
    )
  const items = files.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <ul className={css.cards}>
        {items.map((file) => (
          <li key={file.id}>
            <FileCard file={file} onView={onView} onPlay={onPlay} />
          </li>
        ))}
      </ul>
      {/* another element after each page, so that an end which stays in sight is noticed again */}
      <div key={items.length} className={css.foot} ref={watchEnd}>
        {isFetchNextPageError && (
          <ErrorNote onRetry={more} busy={isFetchingNextPage}>
            {messageOf(files.error, texts.fetchFailed)}
          </ErrorNote>
        )}
        {hasNextPage && !isFetchNextPageError && (
          <Button busy={isFetchingNextPage} onClick={more}>
            {texts.showMore}
          </Button>
        )}
      </div>
    </>
  )
}
