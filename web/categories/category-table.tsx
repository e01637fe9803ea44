import type { Category } from '../../contract/categories.ts'
import { Badge } from '../ui/badge.tsx'
import { CategoryEmblem } from '../ui/category-emblem.tsx'
import { formatDaysAgo } from '../ui/format/dates.ts'
import { When } from '../ui/format/when.tsx'
import { type Column, DataTable } from '../ui/tables/data-table.tsx'
import css from './categories.module.css'
import { CategoryActions } from './category-actions.tsx'
import type { CategorySort, CategorySorting } from './category-order.ts'
import { texts } from './texts.ts'

interface Props {
  categories: Category[]
  sorting: CategorySorting
  onSort: (by: CategorySort) => void
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
    { head: texts.posts, sort: 'posts', numeric: true, cell: ({ post_count }) => post_count },
    { head: texts.created, sort: 'created', cell: ({ created_at }) => <When at={created_at} format={formatDaysAgo} /> },
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
      onSort={(by) => onSort(by as CategorySort)}
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
