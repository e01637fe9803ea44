import { Link } from 'react-router'
import type { Hit } from '../../../contract/search.ts'
import { useMember } from '../../api/session.ts'
import { cx } from '../../ui/cx.ts'
import { When } from '../../ui/format/when.tsx'
import { CardTitle } from '../../ui/lists/card-title.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { Excerpt } from '../excerpt.tsx'
import { HitIcon, HitPicture, titleOf } from '../hit-icon.tsx'
import { rememberSearch } from '../last-searches.ts'
import lists from '../search.module.css'
import { texts } from '../texts.ts'
import css from './search-page.module.css'

interface Props {
  hits: Hit[]
  isStale: boolean
  q: string | undefined
}

export function HitList({ hits, isStale, q = '' }: Props) {
  const person = useMember()?.id ?? ''
  return (
    <ol className={cx('plain-list', lists.hits)} aria-label={texts.results} data-stale={isStale || undefined}>
      {hits.map((hit) => (
        <li key={`${hit.kind} ${hit.id}`} className={css.hit}>
          <HitIcon hit={hit} />
          <div className="shrinks">
            <CardTitle size="l">
              <Link to={hit.path} onClick={() => rememberSearch(person, q)}>
                <bdi>{titleOf(hit)}</bdi>
              </Link>
            </CardTitle>
            <Facts dots>
              <span>{texts.oneOf[hit.kind]}</span>
              {hit.author_name && hit.title && <bdi>{hit.author_name}</bdi>}
              {hit.at && <When at={hit.at} />}
            </Facts>
            {hit.excerpt && (
              <p className={css.excerpt}>
                <Excerpt hit={hit} />
              </p>
            )}
          </div>
          <HitPicture hit={hit} />
        </li>
      ))}
    </ol>
  )
}
