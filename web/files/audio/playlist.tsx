import type { ArchiveFile } from '../../../contract/files.ts'
import { Button } from '../../ui/controls/button.tsx'
import { texts } from '../texts.ts'
import css from './audio.module.css'

interface Props {
  files: readonly ArchiveFile[]
  current: string
  onChoose: (id: string) => void
  /** Loads the next page; undefined on the last. */
  onMore: (() => void) | undefined
}

export function Playlist({ files, current, onChoose, onMore }: Props) {
  return (
    <div className={css.frame}>
      <ol className={`plain-list ${css.list}`} aria-label={texts.playlist}>
        {files.map(({ id, original_name }) => (
          <li key={id}>
            <button
              type="button"
              className={css.item}
              aria-current={id === current ? 'true' : undefined}
              onClick={() => onChoose(id)}
            >
              <bdi>{original_name}</bdi>
            </button>
          </li>
        ))}
      </ol>
      {onMore && (
        <Button size="s" variant="quiet" onClick={onMore}>
          {texts.showMore}
        </Button>
      )}
    </div>
  )
}
