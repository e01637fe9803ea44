import { useState } from 'react'
import type { ArchiveFile } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import css from './picture-picker.module.css'
import { usePictures } from './pictures.ts'
import { texts } from './texts.ts'

/** Milliseconds without a key after which what was typed is searched for. */
const pause = 250

interface Props {
  open: boolean
  onPick: (picture: ArchiveFile) => void
  onClose: () => void
}

/** Chooses one of the archive's pictures. */
export function PicturePicker({ open, onPick, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim(), pause)
  const query = usePictures(q)
  const pictures = query.data?.pages.flatMap((page) => page.items)
  return (
    <Dialog title={texts.pickPicture} open={open} onOpenChange={(next) => !next && onClose()} width="l">
      <div className={css.picker}>
        <TextField
          label={texts.searchPicture}
          type="search"
          value={typed}
          maxLength={limits.search}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
        <VisuallyHidden>
          <span role="status">{pictures && texts.foundPictures(pictures.length, query.hasNextPage)}</span>
        </VisuallyHidden>
        {query.isPending && <Skeleton label={texts.loadingPictures} shape="rows" count={3} />}
        {pictures?.length === 0 && (
          <EmptyState drawing="shelf">{q ? texts.noPictureFound : texts.noPictures}</EmptyState>
        )}
        {pictures && pictures.length > 0 && (
          <ul className={css.pictures} data-stale={query.isPlaceholderData || undefined}>
            {pictures.map((picture) => (
              <li key={picture.id}>
                <button type="button" className={css.picture} onClick={() => onPick(picture)}>
                  <img src={picture.thumb_url ?? ''} alt="" loading="lazy" decoding="async" className={css.image} />
                  <bdi className={css.name}>{picture.original_name}</bdi>
                </button>
              </li>
            ))}
          </ul>
        )}
        {query.isError && (
          <ErrorNote
            busy={query.isFetching}
            onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          >
            {messageOf(query.error, texts.picturesFailed)}
          </ErrorNote>
        )}
        {query.hasNextPage && !query.isError && (
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.showMore}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
