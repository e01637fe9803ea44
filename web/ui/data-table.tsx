import { type Key, memo, type ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './data-table.module.css'
import { Icon } from './icons.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  /** The head is read, not seen: for avatars, checkboxes, actions. */
  hideHead?: boolean
  /** What stands in the head instead of its text, such as a 'select all' box. */
  headContent?: ReactNode
  /** Names the row for screen readers, and is the title of its card on phones. */
  rowHead?: boolean
  /** Row actions: at the end, on phones along the card's foot. */
  actions?: boolean
  numeric?: boolean
  /** Kept on one line, such as telephone numbers. */
  nowrap?: boolean
  /** May break anywhere, such as addresses. */
  long?: boolean
  /** The avatar or checkbox before the name; on a card it stands beside its title. */
  lead?: boolean
  /** A badge; on a card those stand below its title, without their heads. */
  tag?: boolean
  /** Where there is nothing to say, a card has no line for it. */
  isEmpty?: (row: Row) => boolean
  /** The head is a button that sorts by this. */
  sort?: string
}

export type Sorting = { by: string; direction: 'asc' | 'desc' }

type DataTableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => Key
  rowClassName?: (row: Row) => string | undefined
  /** How the rows are sorted now; cards have no heads, so that a page offers another way to sort there. */
  sorting?: Sorting
  onSort?: (by: string) => void
}

const part = <Row,>(column: Column<Row>) =>
  cx(
    column.rowHead && css.name,
    column.actions && css.actions,
    column.numeric && css.numeric,
    column.nowrap && css.nowrap,
    column.long && css.long,
    column.hideHead && css.unnamed,
    column.lead && css.lead,
    column.tag && css.tag,
  )

/**
 * A compact table, which becomes a list of cards where it has less than 704 px. A row is drawn again only when it or
 * the columns are others: long lists keep their `columns` from one time to the next.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowClassName, sorting, onSort } = props
  return (
    <div className={css.frame}>
      <table className={css.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.head}
                scope="col"
                className={part(column)}
                aria-label={column.sort && column.head}
                aria-sort={column.sort && column.sort === sorting?.by ? spoken[sorting.direction] : undefined}
              >
                <Head column={column} sorting={sorting} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={rowKey(row)} row={row} columns={columns} className={rowClassName?.(row)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const spoken = { asc: 'ascending', desc: 'descending' } as const

type HeadProps<Row> = Pick<DataTableProps<Row>, 'sorting' | 'onSort'> & { column: Column<Row> }

function Head<Row>({ column, sorting, onSort }: HeadProps<Row>) {
  const { head, hideHead, headContent, sort } = column
  if (headContent !== undefined) return headContent
  if (hideHead) return <VisuallyHidden>{head}</VisuallyHidden>
  if (!sort || !onSort) return head
  const direction = sort === sorting?.by ? sorting.direction : undefined
  return (
    <span className={css.sort} data-direction={direction}>
      {head}
      <button type="button" aria-label={head} className={css.by} onClick={() => onSort(sort)}>
        <Icon name="chevron" size={14} className={css.arrow} />
      </button>
    </span>
  )
}

type LineProps<Row> = { row: Row; columns: Column<Row>[]; className: string | undefined }

function PlainLine<Row>({ row, columns, className }: LineProps<Row>) {
  return (
    <tr className={className}>
      {columns.map((column) => {
        const Cell = column.rowHead ? 'th' : 'td'
        return (
          <Cell
            key={column.head}
            scope={column.rowHead ? 'row' : undefined}
            data-label={column.head}
            className={cx(part(column), column.isEmpty?.(row) && css.empty)}
          >
            {column.actions ? <div className={css.row}>{column.cell(row)}</div> : column.cell(row)}
          </Cell>
        )
      })}
    </tr>
  )
}

const Line = memo(PlainLine) as typeof PlainLine
