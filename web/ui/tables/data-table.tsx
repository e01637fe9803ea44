import { type Key, memo, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icons.tsx'
import css from './data-table.module.css'

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  /** The row's header for screen readers, and the title of its card on phones. */
  rowHead?: boolean
  /** Row actions: the last column, or the foot of a card. */
  actions?: boolean
  numeric?: boolean
  /** The avatar before the name; on a card next to its title, without its head. */
  lead?: boolean
  /** A badge; on a card below its title, without its head. */
  tag?: boolean
  /** True leaves the cell out of a card. */
  isEmpty?: (row: Row) => boolean
  /** The head is a button that sorts by this key. */
  sort?: string
  /** Sorted by, it begins with its highest: numbers and dates. */
  startsHighest?: boolean
}

export type Sorting = { by: string; direction: 'asc' | 'desc' }

type DataTableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => Key
  rowClass?: string | undefined
  /** The current order. Cards have no heads: the page offers another way to sort. */
  sorting: Sorting
  /** Called with the order after a press on a head: by that column, or reversed. */
  onSort: (next: Sorting) => void
}

const cellClass = <Row,>(column: Column<Row>) =>
  cx(
    column.rowHead && css.name,
    column.actions && css.actions,
    column.numeric && css.numeric,
    column.lead && css.lead,
    column.tag && css.tag,
  )

/**
 * A compact table; below 704 px a list of cards. A row is rendered again only if it or `columns` changes: long lists
 * keep their `columns` stable.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowClass, sorting, onSort } = props
  return (
    <div className={css.frame}>
      <table className={css.table}>
        <caption>
          <span className="visually-hidden">{caption}</span>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.head}
                scope="col"
                className={cellClass(column)}
                aria-label={column.sort && column.head}
                aria-sort={column.sort && column.sort === sorting.by ? ariaSort[sorting.direction] : undefined}
              >
                <Head column={column} sorting={sorting} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} row={row} columns={columns} className={rowClass} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

type HeadProps<Row> = Pick<DataTableProps<Row>, 'sorting' | 'onSort'> & { column: Column<Row> }

function Head<Row>({ column, sorting, onSort }: HeadProps<Row>) {
  const { head, sort, startsHighest } = column
  if (!sort) return head
  const direction = sort === sorting.by ? sorting.direction : undefined
  const isNextDown = direction ? direction === 'asc' : startsHighest
  const next = { by: sort, direction: isNextDown ? 'desc' : 'asc' } as const
  return (
    <span className={css.sort} data-direction={direction}>
      {head}
      <button type="button" aria-label={head} className={css.sortButton} onClick={() => onSort(next)}>
        <Icon name="chevron" size={14} className={css.arrow} />
      </button>
    </span>
  )
}

type TableRowProps<Row> = { row: Row; columns: Column<Row>[]; className: string | undefined }

function PlainTableRow<Row>({ row, columns, className }: TableRowProps<Row>) {
  return (
    <tr className={className}>
      {columns.map((column) => {
        const Cell = column.rowHead ? 'th' : 'td'
        return (
          <Cell
            key={column.head}
            scope={column.rowHead ? 'row' : undefined}
            data-label={column.head}
            className={cx(cellClass(column), column.isEmpty?.(row) && css.empty)}
          >
            {column.actions ? <div className={css.row}>{column.cell(row)}</div> : column.cell(row)}
          </Cell>
        )
      })}
    </tr>
  )
}

const TableRow = memo(PlainTableRow) as typeof PlainTableRow
