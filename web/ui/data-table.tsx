import type { Key, ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './data-table.module.css'
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
}

type DataTableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => Key
  rowClassName?: (row: Row) => string | undefined
}

/** A compact table, which becomes a list of cards where it has less than 704 px. */
export function DataTable<Row>({ caption, columns, rows, rowKey, rowClassName }: DataTableProps<Row>) {
  const part = (column: Column<Row>) =>
    cx(
      column.rowHead && css.name,
      column.actions && css.actions,
      column.numeric && css.numeric,
      column.nowrap && css.nowrap,
      column.long && css.long,
      column.hideHead && css.unnamed,
      column.lead && css.lead,
    )
  return (
    <div className={css.frame}>
      <table className={css.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={part(column)}>
                {column.headContent ?? (column.hideHead ? <VisuallyHidden>{column.head}</VisuallyHidden> : column.head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={rowClassName?.(row)}>
              {columns.map((column) => {
                const Cell = column.rowHead ? 'th' : 'td'
                return (
                  <Cell
                    key={column.head}
                    scope={column.rowHead ? 'row' : undefined}
                    data-label={column.head}
                    className={part(column)}
                  >
                    {column.actions ? <div className={css.row}>{column.cell(row)}</div> : column.cell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
