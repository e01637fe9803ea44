import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'
import { Icon } from '../icons.tsx'
import { useDocumentTitle } from './document-title.ts'
import css from './page.module.css'

type PageProps = {
  title: ReactNode
  /** For the window's title, when `title` isn't plain text. */
  documentTitle?: string
  width?: 'reading' | 'list' | 'wide'
  back?: { to: string; label: string }
  actions?: ReactNode
  intro?: ReactNode
  children: ReactNode
}

export function Page({ title, documentTitle, width = 'list', back, actions, intro, children }: PageProps) {
  useDocumentTitle(documentTitle ?? (typeof title === 'string' ? title : undefined))
  return (
    <div className={cx(css.page, css[width])}>
      {back && (
        <Link to={back.to} className={css.back} data-print="no">
          <Icon name="back" size={18} />
          {back.label}
        </Link>
      )}
      <div className={css.head}>
        <div className={css.titles}>
          <h1 className={css.title} tabIndex={-1}>
            {title}
          </h1>
          {intro && <div className="above-1 muted">{intro}</div>}
        </div>
        {actions && (
          <div className="wrap gap-2" data-print="no">
            {actions}
          </div>
        )}
      </div>
      {children}
    </div>
  )
}
