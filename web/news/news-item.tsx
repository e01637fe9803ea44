import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import { anchorOf } from '../../contract/content/places.ts'
import type { NewsItem } from '../../contract/news.ts'
import { permissions } from '../../contract/permissions.ts'
import { useMember } from '../api/session.ts'
import { Reactions } from '../reactions/reactions.tsx'
import { Button } from '../ui/controls/button.tsx'
import { cx } from '../ui/cx.ts'
import { deletionTitle } from '../ui/dialogs/deletion-title.ts'
import { FormPanel } from '../ui/form/form-parts.tsx'
import { formatDaysAgo } from '../ui/format/dates.ts'
import { When } from '../ui/format/when.tsx'
import { CardTitle } from '../ui/lists/card-title.tsx'
import { Facts } from '../ui/lists/facts.tsx'
import { ItemActions } from '../ui/lists/item-actions.tsx'
import lists from '../ui/lists/lists.module.css'
import { useEditDraft, useInlineEdit } from '../ui/lists/use-inline-edit.ts'
import { SideNote } from '../ui/page/notice.tsx'
import { useCreateNews, useDeleteNews, useUpdateNews } from './api.ts'
import { type ShowError, shown } from './error-banner.tsx'
import css from './news.module.css'
import { bodyOf, draftOf, type NewsDraft, newsForm } from './news-draft.ts'
import { NewsForm } from './news-form.tsx'
import { siteOf } from './news-site.ts'
import { SiteIcon } from './site-icon.tsx'
import { texts } from './texts.ts'

export type ShownNews = NewsItem & { isDeleted: boolean }

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
  const remove = useDeleteNews()
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
          <ItemActions
            texts={texts}
            item={element}
            onEdit={editing.open}
            question={{ title: deletionTitle(item.title), text: texts.confirmDelete(item.title) }}
            remove={() => remove.mutateAsync(item.id)}
            onFail={(error) => onFail(error, texts.deleteFailed)}
            onDeleted={onDeleted}
          />
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
            <When at={item.updated_at} format={() => texts.edited} className="italic" />
          )}
        </Facts>
      </p>
      <Reactions kind="news" id={item.id} reactions={item.reactions} className={css.reactions} />
    </li>
  )
}

function useNewsEdit(item: ShownNews, element: RefObject<HTMLElement | null>, onFail: ShowError) {
  const draft = useEditDraft<NewsDraft>(`news ${item.id}`)
  const update = useUpdateNews(item.id, draft.clear)
  const create = useCreateNews(draft.id, draft.clear)
  const [savedText, failureText] = item.isDeleted
    ? [texts.shared, texts.createFailed]
    : [texts.updated, texts.updateFailed]
  const editing = useInlineEdit({
    ...newsForm,
    element,
    stored: draftOf(item),
    updatedAt: item.updated_at,
    draft,
    save(data) {
      const body = bodyOf(data)
      // replaces the displayed version: a change by somebody else is shown above the form
      const saved = item.isDeleted ? create.mutateAsync(body) : update.mutateAsync({ body, over: item.updated_at })
      return shown(saved, onFail, failureText)
    },
    savedText,
    failureText,
  })
  return { ...editing, isOutdated: editing.isOutdated && !item.isDeleted }
}

interface FormProps {
  item: ShownNews
  editing: ReturnType<typeof useNewsEdit>
}

/** The form in place of the item, with a notice of a change or deletion by somebody else. */
function EditNewsForm({ item, editing }: FormProps) {
  return (
    <FormPanel>
      <NewsForm
        form={editing.form}
        label={texts.editing}
        id={item.id}
        urlField={editing.field}
        sendLabel={item.isDeleted ? texts.shareAgain : texts.save}
        onCancel={() => void editing.cancel()}
      >
        <h2 className={css.heading}>{texts.editing}</h2>
        <SideNote>
          {item.isDeleted && <p>{texts.deletedMeanwhile}</p>}
          {editing.isOutdated && <Theirs item={item} onKeep={() => void editing.cancel()} />}
        </SideNote>
      </NewsForm>
    </FormPanel>
  )
}

const Theirs = ({ item, onKeep }: { item: NewsItem; onKeep: () => void }) => (
  <>
    <p>{texts.changedMeanwhile}</p>
    <div className={css.theirs}>
      <p className="strong">{item.title}</p>
      <p>{item.url}</p>
      <p>{item.comment ?? texts.noComment}</p>
    </div>
    <p>{texts.orSaveYours}</p>
    <Button size="s" className="self-start" onClick={onKeep}>
      {texts.keepTheirs}
    </Button>
  </>
)
