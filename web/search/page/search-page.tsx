import { useState } from 'react'
import { Link } from 'react-router'
import { itemsOf, totalOf } from '../../api/paged.ts'
import { useMember } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useSearchParamState } from '../../ui/hooks/use-search-param-state.ts'
import { ListEnd } from '../../ui/lists/list-end.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { failureOf, useSearch } from '../api.ts'
import { readSearches, rememberSearch } from '../last-searches.ts'
import { isEmptySearch, readSearchFilter, type SearchFilter, searchPath } from '../search-filter.ts'
import { texts } from '../texts.ts'
import { HitList } from './hit-list.tsx'
import { KindFilter, SearchFilters } from './search-filters.tsx'
import css from './search-page.module.css'

const noFilters = { kind: '', from: '', category_id: '', after: '', before: '' }

export default function SearchPage() {
  const { search, change } = useSearchParamState()
  const filter = readSearchFilter(search)
  const query = useSearch(filter)
  const isEmpty = isEmptySearch(filter)
  const data = isEmpty ? undefined : query.data
  const hits = data && itemsOf(data)
  // of all kinds, also while one of them is chosen
  const { kind: _, ...ofAllKinds } = filter
  const counts = useSearch(ofAllKinds).data?.pages[0]?.counts
  const isStale = query.isPlaceholderData
  const isPartial = data?.pages[0]?.isPartial === true

  return (
    <Page title={texts.search} documentTitle={filter.q ? `${filter.q} · ${texts.search}` : texts.search}>
      <SearchFilters filter={filter} author={authorIn(filter, hits)} onChange={change} />
      <SearchHelp />
      {!isEmpty && <KindFilter counts={counts} kind={filter.kind} onChoose={(kind) => change({ kind })} />}
      {isEmpty && <NothingTyped />}
      {data && hits && (
        <>
          <p role="status" className={css.total}>
            {isStale ? texts.searching : hits.length > 0 && (isPartial ? texts.partial : texts.found(totalOf(data)))}
          </p>
          {isPartial && !isStale && <Suggestion suggestion={data.pages[0]?.suggestion} onChange={change} />}
          {data.pages[0]?.isIncomplete && <p className={css.total}>{texts.incomplete}</p>}
          {hits.length === 0 && !isStale && (
            <NothingFound filter={filter} suggestion={data.pages[0]?.suggestion} onChange={change} />
          )}
          {hits.length > 0 && <HitList hits={hits} isStale={isStale} q={filter.q} />}
        </>
      )}
      {!isEmpty && (
        <ListEnd
          query={query}
          texts={{ ...texts, loading: texts.searching, loadFailed: failureOf(query.error) }}
          count={4}
        />
      )}
    </Page>
  )
}

/** An address has the author's id only: their hits have the name. */
const authorIn = ({ from }: SearchFilter, hits: { author_name: string | null }[] = []) =>
  from && (hits.find(({ author_name }) => author_name)?.author_name ?? undefined)

function NothingTyped() {
  const person = useMember()?.id ?? ''
  const [searches] = useState(() => readSearches(person))
  return (
    <>
      <EmptyState drawing="shelf">{texts.empty}</EmptyState>
      {searches.length > 0 && (
        <section className="above-5">
          <h2 className="large">{texts.lastSearches}</h2>
          <ul className="plain-list">
            {searches.map((q) => (
              <li key={q}>
                <Link to={searchPath(q)} className="inline-row touch breaks" replace>
                  <bdi>{q}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

interface SuggestionProps {
  suggestion: string | undefined
  onChange: (changes: Record<string, string | undefined>) => void
}

function Suggestion({ suggestion, onChange }: SuggestionProps) {
  const person = useMember()?.id ?? ''
  if (!suggestion) return null
  function search(q: string) {
    rememberSearch(person, q)
    onChange({ q })
  }
  return <Button onClick={() => search(suggestion)}>{texts.didYouMean(suggestion)}</Button>
}

function NothingFound({ filter, suggestion, onChange }: SuggestionProps & { filter: SearchFilter }) {
  const { q, ...others } = filter
  const isNarrowed = Object.keys(others).length > 0
  return (
    <EmptyState
      drawing="sea"
      action={
        <>
          <Suggestion suggestion={suggestion} onChange={onChange} />
          {isNarrowed && <Button onClick={() => onChange(noFilters)}>{texts.clearFilters}</Button>}
        </>
      }
    >
      {q ? texts.nothingFor(q) : texts.nothing} {isNarrowed ? texts.tryLess : texts.tryThis}
    </EmptyState>
  )
}

const SearchHelp = () => (
  <details className={`above-2 muted small ${css.help}`}>
    <summary>{texts.help}</summary>
    <p>{texts.helpIntro}</p>
    <dl>
      {texts.examples.map(([example, meaning]) => (
        <div key={example}>
          <dt>
            <code>{example}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </details>
)
