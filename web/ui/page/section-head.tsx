import type { ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import css from './page.module.css'

interface Props {
  id: string
  title: string
  headingRef?: Ref<HTMLHeadingElement>
  intro?: ReactNode
  action?: ReactNode
  className?: string | undefined
}

/** The head of a part of a page. Its heading can be focused by script. */
export function SectionHead({ id, title, headingRef, intro, action, className }: Props) {
  return (
    <div className={cx(css.sectionHead, className)}>
      <div className={css.titles}>
        <h2 id={id} ref={headingRef} tabIndex={-1} className={css.heading}>
          {title}
        </h2>
        {intro && <p className="muted snug">{intro}</p>}
      </div>
      {action}
    </div>
  )
}
