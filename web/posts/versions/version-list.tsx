import { useEffect, useRef } from 'react'
import type { ListedVersion } from '../../../contract/posts.ts'
import { alertOf } from '../../api/call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { When } from '../../ui/format/when.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import type { useVersions } from './api.ts'
import { formatMoment } from './format-moment.ts'
import { texts } from './texts.ts'
import css from './versions.module.css'

interface Props {
  query: ReturnType<typeof useVersions>
  items: ListedVersion[]
  /** The version that receives the focus: the one that was just closed, or the next one after a removal. */
  closed: number | undefined
  onChoose: (version: number) => void
}

export function VersionList({ query, items, closed, onChoose }: Props) {
  const last = useRef<HTMLButtonElement>(null)
  useEffect(() => last.current?.focus(), [])
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, error } = query
  return (
    <div className={css.versions}>
      {items.length === 1 && <p className="muted">{items[0]?.version === 1 ? texts.onlyOne : texts.noEarlier}</p>}
      <ol className="plain-list line-above">
        {items.map(({ version, title, editor_name, saved_at }, index) => (
          <li key={version}>
            <button
              type="button"
              ref={version === closed ? last : undefined}
              className={css.item}
              onClick={() => onChoose(version)}
            >
              <span className={css.title}>{title}</span>
              {index === 0 && <Badge>{texts.current}</Badge>}
              <span className="whole-row muted small">
                <When at={saved_at} format={formatMoment} /> {texts.by(editor_name)}
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
