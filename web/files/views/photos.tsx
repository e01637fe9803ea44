import { useId } from 'react'
import type { ArchiveFile } from '../../../contract/files.ts'
import { formatMonth } from '../../ui/format/dates.ts'
import { Icon } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import css from '../file-sections.module.css'
import { Thumbnail } from '../images/thumbnail.tsx'
import { texts } from '../texts.ts'

interface Props {
  photos: ArchiveFile[]
  onOpen: (file: ArchiveFile) => void
}

/** Pictures by the month of their upload. */
export function Photos({ photos, onOpen }: Props) {
  if (photos.length === 0) return <EmptyState drawing="shelf">{texts.noPhotos}</EmptyState>
  const months = Map.groupBy(photos, ({ uploaded_at }) => formatMonth(new Date(uploaded_at)))
  return [...months].map(([month, ofMonth]) => <Month key={month} month={month} photos={ofMonth} onOpen={onOpen} />)
}

function Month({ month, photos, onOpen }: Props & { month: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.month}>
      <h2 id={id} className={`below-3 large ${css.monthName}`}>
        {month}
      </h2>
      <ul className={css.photos}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              className={css.photo}
              aria-label={photo.original_name}
              title={photo.original_name}
              onClick={() => onOpen(photo)}
            >
              {photo.thumb_url ? <Thumbnail address={photo.thumb_url} /> : <Icon name="image" size={28} />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
