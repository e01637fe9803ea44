import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { ArchiveFile } from '../../../contract/files.ts'
import { limits } from '../../../contract/limits.ts'
import { messageOf } from '../../api/call.ts'
import { itemsOf } from '../../api/paged.ts'
import { useFiles } from '../../files/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useDebouncedValue } from '../../ui/hooks/use-debounced-value.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { texts } from '../texts.ts'
import css from '../user-dialog.module.css'

const debounceMs = 250

interface Props {
  open: boolean
  onPick: (image: ArchiveFile) => void
  onClose: () => void
}

export function ImagePicker({ open, onPick, onClose }: Props) {
  const [search, setSearch] = useState('')
  const q = useDebouncedValue(search.trim(), debounceMs)
  const filter = { kind: 'image', limit: '24', ...(q && { q }) } as const
  const query = useFiles(filter, { placeholderData: keepPreviousData })
  const images = query.data && itemsOf(query.data).filter(({ thumb_url }) => thumb_url)
  return (
    <Dialog title={texts.pickImage} open={open} onClose={onClose} width="l">
      <div className="stack gap-4">
        <TextField
          label={texts.searchImage}
          type="search"
          value={search}
          maxLength={limits.search}
          autoComplete="off"
          onChange={({ target }) => setSearch(target.value)}
        />
        <span className="visually-hidden">
          <span role="status">{images && texts.foundImages(images.length, query.hasNextPage)}</span>
        </span>
        {query.isPending && <Skeleton label={texts.loadingImages} shape="rows" count={3} />}
        {images?.length === 0 && (
          <EmptyState drawing="shelf" hasHelp={false}>
            {q ? texts.noImageFound : texts.noImages}
          </EmptyState>
        )}
        {images && images.length > 0 && (
          <ul className={css.images} data-stale={query.isPlaceholderData || undefined}>
            {images.map((image) => (
              <li key={image.id}>
                <button type="button" className={css.image} onClick={() => onPick(image)}>
                  <img src={image.thumb_url ?? ''} alt="" loading="lazy" decoding="async" className={css.thumbnail} />
                  <bdi className="breaks two-lines">{image.original_name}</bdi>
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
            {messageOf(query.error, texts.imagesFailed)}
          </ErrorNote>
        )}
        {query.hasNextPage && !query.isError && (
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.more}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
