import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { anchorOf } from '../../contract/content/places.ts'
import { permissions } from '../../contract/permissions.ts'
import { useMember } from '../api/session.ts'
import { Reactions } from '../reactions/reactions.tsx'
import { cx } from '../ui/cx.ts'
import { formatDaysAgo } from '../ui/format/dates.ts'
import { When } from '../ui/format/when.tsx'
import { CardTitle } from '../ui/lists/card-title.tsx'
import { Facts } from '../ui/lists/facts.tsx'
import lists from '../ui/lists/lists.module.css'
import { EditNewsForm } from './edit-news-form.tsx'
import type { ShowError } from './error-banner.tsx'
import css from './news.module.css'
import { NewsActions } from './news-actions.tsx'
import { siteOf } from './news-site.ts'
import { SiteIcon } from './site-icon.tsx'
import { texts } from './texts.ts'
import { useNewsEdit } from './use-news-edit.ts'
import type { ShownNews } from './use-shown-news.ts'

interface Props {
  item: ShownNews
  /** True for the item of the address's fragment, or one just shared. */
  isHighlighted: boolean
  onEditing: (item: ShownNews, isEditing: boolean) => void
  onFail: ShowError
  /** Called with the element to focus. */
  onDeleted: (neighbour: HTMLElement | null) => void
}

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const

export function NewsCard({ item, isHighlighted, onEditing, onFail, onDeleted }: Props) {
  const me = useMember()
  const element = useRef<HTMLLIElement>(null)
  const heading = useId()
  const editing = useNewsEdit(item, element, onFail)
  const mayEdit = me !== undefined && permissions['news.edit'](me, item)
  const isEditing = mayEdit && editing.isOpen
  const notify = useEffectEvent((isEditing: boolean) => onEditing(item, isEditing))
  useEffect(() => notify(isEditing), [isEditing])
  const { domain, icon } = siteOf(item.url)

  if (isEditing)
    return (
      <li ref={element} id={anchorOf.news(item.id)} tabIndex={-1} aria-label={texts.editing} className={css.item}>
        <EditNewsForm item={item} editing={editing} />
      </li>
    )
  return (
    <li
      ref={element}
      id={anchorOf.news(item.id)}
      tabIndex={-1}
      aria-labelledby={heading}
      className={cx(css.item, isHighlighted && lists.highlighted)}
    >
      <div className="flex top spread gap-2">
        <CardTitle id={heading} size="l">
          <a href={item.url} {...newTab}>
            {item.title}
          </a>
        </CardTitle>
        {mayEdit && (
          <NewsActions item={item} element={element} onEdit={editing.open} onFail={onFail} onDeleted={onDeleted} />
        )}
      </div>
      {item.comment && <p className={css.comment}>{item.comment}</p>}
      <p className={css.foot}>
        <a
          href={item.url}
          {...newTab}
          className={css.site}
          aria-label={`${texts.readMore} ${domain}: ${item.title} ${texts.newTab}`}
        >
          <SiteIcon icon={icon} />
          <span>
            {texts.readMore} <span className="muted regular">{domain}</span>
          </span>
        </a>
        <Facts as="span" dots>
          <span>
            {texts.by} <bdi>{item.created_by}</bdi>
          </span>
          <When at={item.created_at} format={formatDaysAgo} />
          {item.updated_at !== item.created_at && (
            <When at={item.updated_at} format={() => texts.edited} className={css.edited} />
          )}
        </Facts>
      </p>
      <Reactions kind="news" id={item.id} reactions={item.reactions} className={css.reactions} />
    </li>
  )
}
