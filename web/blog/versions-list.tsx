import { useEffect, useRef } from 'react'
import type { ListedVersion } from '../../contract/posts.ts'
import { alertOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { When } from '../ui/when.tsx'
import { texts } from './version-texts.ts'
import css from './versions.module.css'
import type { useVersions } from './versions-api.ts'
import { sayMoment } from './versions-moment.ts'

interface Props {
  query: ReturnType<typeof useVersions>
  items: ListedVersion[]
  /** The version that was just looked at: the focus goes back to where it was. */
  left: number | undefined
  onChoose: (version: number) => void
}

export function VersionsList({ query, items, left, onChoose }: Props) {
  const last = useRef<HTMLButtonElement>(null)
  useEffect(() => last.current?.focus(), [])
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, error } = query
  return (
    <div className={css.versions}>
      {items.length === 1 && <p className={css.quiet}>{texts.onlyOne}</p>}
      <ol className={css.list}>
        {items.map(({ version, title, editor_name, saved_at }, index) => (
          <li key={version}>
            <button
              type="button"
              ref={version === left ? last : undefined}
              className={css.item}
              onClick={() => onChoose(version)}
            >
              <span className={css.title}>{title}</span>
              {index === 0 && <Badge>{texts.current}</Badge>}
              <span className={css.facts}>
                <When at={saved_at} say={sayMoment} /> {texts.by(editor_name)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {isFetchNextPageError && <ErrorNote>{alertOf(error, texts.fetchVersionsFailed)}</ErrorNote>}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.moreVersions}
        </Button>
      )}
    </div>
  )
}
