import { type ComponentProps, useId } from 'react'
import type { Category } from '../../contract/categories.ts'
import { messageOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { CategoryEmblem } from '../ui/category-emblem.tsx'
import { Button } from '../ui/controls/button.tsx'
import { formatDaysAgo } from '../ui/format/dates.ts'
import { When } from '../ui/format/when.tsx'
import { RemoveButton } from '../ui/lists/remove-button.tsx'
import { logFailure } from '../ui/log-failure.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { type Column, DataTable } from '../ui/tables/data-table.tsx'
import { useDeleteCategory } from './api.ts'
import css from './categories.module.css'
import { texts } from './texts.ts'

interface Props extends Pick<ComponentProps<typeof DataTable<Category>>, 'sorting' | 'onSort'> {
  categories: Category[]
  onEdit: (category: Category) => void
  onDeleted: () => void
}

/** Id of the element that names a row, for its buttons' descriptions. */
const nameId = (category: Category) => `category-${category.id}`

export function CategoryTable({ categories, sorting, onSort, onEdit, onDeleted }: Props) {
  const columns: Column<Category>[] = [
    {
      head: texts.name,
      sort: 'name',
      rowHead: true,
      cell: (category) => (
        <span className={css.name}>
          <CategoryEmblem id={category.id} size={26} />
          <bdi id={nameId(category)}>{category.name}</bdi>
        </span>
      ),
    },
    {
      head: texts.description,
      isEmpty: ({ description }) => !description,
      cell: ({ description }) => <Description text={description} />,
    },
    {
      head: texts.status,
      sort: 'status',
      tag: true,
      cell: ({ is_active }) => (
        <Badge tone={is_active ? 'good' : 'draft'}>{is_active ? texts.active : texts.inactive}</Badge>
      ),
    },
    { head: texts.posts, sort: 'posts', startsHighest: true, numeric: true, cell: ({ post_count }) => post_count },
    {
      head: texts.created,
      sort: 'created',
      startsHighest: true,
      cell: ({ created_at }) => <When at={created_at} format={formatDaysAgo} />,
    },
    {
      head: texts.actions,
      actions: true,
      cell: (category) => (
        <CategoryActions category={category} describedBy={nameId(category)} onEdit={onEdit} onDeleted={onDeleted} />
      ),
    },
  ]
  return (
    <DataTable
      caption={texts.categories}
      columns={columns}
      rows={categories}
      rowKey={(category) => category.id}
      sorting={sorting}
      onSort={onSort}
    />
  )
}

function Description({ text }: { text: string | null }) {
  if (text) return <span className={css.description}>{text}</span>
  return (
    <>
      <span aria-hidden="true">{texts.none}</span>
      <span className="visually-hidden">{texts.noDescription}</span>
    </>
  )
}

interface ActionsProps {
  category: Category
  describedBy: string
  onEdit: (category: Category) => void
  /** The row that had the focus was removed. */
  onDeleted: () => void
}

function CategoryActions({ category, describedBy, onEdit, onDeleted }: ActionsProps) {
  const id = useId()
  const remove = useDeleteCategory()
  const { name, post_count } = category

  async function askAgain() {
    remove.reset()
    const text = post_count > 0 ? texts.deleteHasPosts(post_count) : texts.deleteText
    return { title: texts.deleteTitle(name), text, action: texts.deleteAction }
  }

  return (
    <div className={css.actions}>
      <div className={`flex ${css.buttons}`}>
        <Button size="s" variant="quiet" aria-describedby={describedBy} onClick={() => onEdit(category)}>
          {texts.edit}
        </Button>
        <RemoveButton
          className={css.delete}
          describedBy={remove.error ? `${describedBy} ${id}` : describedBy}
          question={askAgain}
          remove={() => remove.mutateAsync(category)}
          removed={() => texts.wasDeleted(name)}
          failed={(error) => logFailure(error, texts.deleteFailed)}
          onRemoved={onDeleted}
        >
          {texts.delete}
        </RemoveButton>
      </div>
      {remove.error && (
        <div id={id} className={css.failure}>
          <ErrorNote>{messageOf(remove.error, texts.deleteFailed)}</ErrorNote>
        </div>
      )}
    </div>
  )
}
