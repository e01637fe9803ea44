import type { UseQueryResult } from '@tanstack/react-query'
import { type MouseEvent, useId } from 'react'
import { Link } from 'react-router'
import type { Hit } from '../../../contract/search.ts'
import type { Page } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { When } from '../../ui/format/when.tsx'
import type { useActiveOption } from '../../ui/hooks/use-active-option.ts'
import { Icon } from '../../ui/icons.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { failureOf, type groupHits } from '../api.ts'
import { Excerpt } from '../excerpt.tsx'
import { HitIcon, HitPicture, titleOf } from '../hit-icon.tsx'
import lists from '../search.module.css'
import { searchPath } from '../search-filter.ts'
import { texts } from '../texts.ts'
import css from './palette.module.css'

interface Props {
  /** The text that the hits are for. */
  q: string
  query: UseQueryResult<Page<Hit>>
  isWaiting: boolean
  groups: ReturnType<typeof groupHits>
  options: ReturnType<typeof useActiveOption>
  onFollow: (event: MouseEvent) => void
  onSuggestion: (suggestion: string) => void
}

export function FoundHits({ q, query, isWaiting, groups, options, onFollow, onSuggestion }: Props) {
  const id = useId()
  const { data, error } = query
  if (error && !data)
    return (
      <div className="above-3">
        <ErrorNote query={query}>{failureOf(error)}</ErrorNote>
      </div>
    )
  if (!data) return <Skeleton label={texts.searching} shape="rows" count={4} />
  const isFruitless = data.items.length === 0 && !isWaiting
  const isPartial = data.isPartial && !isWaiting
  const suggestion = data.suggestion && (
    <Button size="s" className={css.suggestion} onClick={() => onSuggestion(data.suggestion ?? '')}>
      {texts.didYouMean(data.suggestion)}
    </Button>
  )
  const all = groups.reduce((count, { hits }) => count + hits.length, 0)
  let index = 0
  return (
    <>
      <span className="visually-hidden">
        <span role="status">{isWaiting ? texts.searching : isPartial ? texts.partial : texts.found(data.total)}</span>
      </span>
      {isPartial && (
        <div className={css.partial}>
          <p aria-hidden="true">{texts.partial}</p>
          {suggestion}
        </div>
      )}
      {data.isIncomplete && <p className={css.incomplete}>{texts.incomplete}</p>}
      {isFruitless && (
        <div className={css.nothing}>
          <p className="ink serif large breaks">{texts.nothingFor(q)}</p>
          <p>{texts.tryThis}</p>
          {suggestion}
        </div>
      )}
      {all > 0 && (
        <div
          role="listbox"
          id={options.list}
          aria-label={texts.results}
          className={cx(css.list, lists.hits)}
          data-stale={isWaiting || undefined}
        >
          {groups.map(({ kind, hits }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be part of a listbox
            <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
              <h3 id={`${id}-${kind}`} role="presentation" className={css.heading}>
                {texts.kinds[kind]}
              </h3>
              {hits.map((hit) => (
                <HitOption key={hit.id} hit={hit} {...options.optionProps(index++)} onClick={onFollow} />
              ))}
            </div>
          ))}
          <Link
            to={searchPath(q)}
            {...options.optionProps(all)}
            role="option"
            tabIndex={-1}
            className={cx(css.option, lists.option)}
            onClick={onFollow}
          >
            <span className="stack muted">
              <Icon name="search" size={18} />
            </span>
            <span className="shrinks strong breaks">
              {texts.seeAll} <span className={css.total}>{texts.found(data.total)}</span>
            </span>
          </Link>
        </div>
      )}
    </>
  )
}

type OptionProps = ReturnType<ReturnType<typeof useActiveOption>['optionProps']>

function HitOption({ hit, ...option }: OptionProps & { hit: Hit; onClick: (event: MouseEvent) => void }) {
  const title = titleOf(hit)
  return (
    <Link to={hit.path} {...option} role="option" tabIndex={-1} className={cx(css.option, lists.option)}>
      <HitIcon hit={hit} />
      <span className="stack shrinks">
        <bdi className="shrinks strong breaks">{title}</bdi>
        {hit.at && (
          <Facts as="span" dots className={css.facts}>
            {hit.author_name && hit.author_name !== title && <bdi>{hit.author_name}</bdi>}
            <When at={hit.at} />
          </Facts>
        )}
        {hit.excerpt && <Excerpt hit={hit} className="muted small snug breaks two-lines" />}
      </span>
      <HitPicture hit={hit} />
    </Link>
  )
}
