import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { permissions } from '../../contract/permissions.ts'
import { useMember } from '../api/session.ts'
import { cx } from '../ui/cx.ts'
import { sayDaysAgo } from '../ui/dates.ts'
import sought from '../ui/sought.module.css'
import { When } from '../ui/when.tsx'
import { anchorOf } from './anchor.ts'
import { EditNews } from './edit-news.tsx'
import { NewsActions } from './news-actions.tsx'
import css from './news-item.module.css'
import { siteOf } from './site.ts'
import { SiteIcon } from './site-icon.tsx'
import { texts } from './texts.ts'
import { useEdit } from './use-edit.ts'
import type { Fail } from './use-failure.ts'
import type { Shown } from './use-held.ts'

interface Props {
  item: Shown
  /** The address led to it, or it was just shared. */
  isMarked: boolean
  onEditing: (item: Shown, isEditing: boolean) => void
  onFail: Fail
  /** With what has the focus when it is gone. */
  onDeleted: (neighbour: HTMLElement | null) => void
}

const elsewhere = { target: '_blank', rel: 'noopener noreferrer' } as const

export function NewsCard({ item, isMarked, onEditing, onFail, onDeleted }: Props) {
  const me = useMember()
  const place = useRef<HTMLLIElement>(null)
  const heading = useId()
  const editing = useEdit(item, item.isGone, place, onFail)
  const mayEdit = me !== undefined && permissions['news.edit'](me, item)
  const isEditing = mayEdit && editing.edit !== null
  const tell = useEffectEvent((isEditing: boolean) => onEditing(item, isEditing))
  useEffect(() => tell(isEditing), [isEditing])
  const { domain, icon } = siteOf(item.url)

  if (isEditing && editing.edit)
    return (
      <li ref={place} id={anchorOf(item.id)} tabIndex={-1} aria-label={texts.editing} className={css.item}>
        <EditNews item={item} draft={editing.edit} editing={editing} />
      </li>
    )
  return (
    <li
      ref={place}
      id={anchorOf(item.id)}
      tabIndex={-1}
      aria-labelledby={heading}
      className={cx(css.item, isMarked && sought.marked)}
    >
      <div className={css.head}>
        <h2 id={heading} className={css.title}>
          <a href={item.url} {...elsewhere}>
            {item.title}
          </a>
        </h2>
        {mayEdit && (
          <NewsActions item={item} place={place} onEdit={editing.open} onFail={onFail} onDeleted={onDeleted} />
        )}
      </div>
      {item.comment && <p className={css.comment}>{item.comment}</p>}
      <p className={css.foot}>
        <a
          href={item.url}
          {...elsewhere}
          className={css.site}
          aria-label={`${texts.readMore} ${domain}: ${item.title} ${texts.newTab}`}
        >
          <SiteIcon icon={icon} />
          <span>
            {texts.readMore} <span className={css.domain}>{domain}</span>
          </span>
        </a>
        <span className={css.facts}>
          <span>
            {texts.by} <bdi>{item.created_by}</bdi>
          </span>
          <When at={item.created_at} say={sayDaysAgo} />
          {item.updated_at !== item.created_at && (
            <When at={item.updated_at} say={() => texts.edited} className={css.edited} />
          )}
        </span>
      </p>
    </li>
  )
}
