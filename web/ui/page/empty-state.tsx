import type { ComponentType, ReactNode } from 'react'
import css from './page.module.css'

/** Strokes, then fills, 120 by 80. */
const drawings = {
  scroll: [
    'M30 14h52c7 0 10 4 10 9v34M30 14c-6 0-9 4-9 9s3 8 8 8h5M34 31v28c0 6 3 9 9 9h49c-6 0-9-4-9-10v-1h15v2c0 5-2 9-6 9M30 14c4 0 8 3 8 9s-4 8-9 8M46 27h34M46 36h34M46 45h20',
    'M34 23h58v34h-9v11H43c-6 0-9-3-9-9z',
  ],
  quill: [
    'M38 66h32l-4-18c-1-3-3-4-6-4v-6H48v6c-3 0-5 1-6 4zM46 38h16M42 54h24M55 38C60 24 74 9 98 8c-2 14-13 25-31 28M55 38l28-20M70 27l1 7M77 21l3 9M20 66h80',
    'M40 58l2-8h24l4 16H38z',
  ],
  shelf: [
    'M18 70h84M18 70V12h84v58M18 41h84M28 41V21h7v20M38 41V18h6v23M47 41l7-21 6 2-6 19M26 70c0-3 2-5 5-5s5 2 5 5M34 66c1-2 2-3 4-3 3 0 5 2 5 5M76 70l-4-10c-2-6 0-9 4-11v-4h6v4c4 2 6 5 4 11l-4 10M73 46c-4 0-5 4-2 7M85 46c4 0 5 4 2 7',
    'M72 60c-2-6 0-9 4-11h6c4 2 6 5 4 11l-4 10h-6z',
  ],
  sea: [
    'M34 52h50c-2 8-8 13-16 13H50c-8 0-14-5-16-13zM58 52V12M58 14c14 4 21 14 22 30H58M58 20c-8 5-13 13-14 24h14M12 66c5-4 10-4 15 0s10 4 15 0 10-4 15 0 10 4 15 0 10-4 15 0 10 4 15 0M26 74c5-4 10-4 15 0s10 4 15 0 10-4 15 0',
    'M58 14c14 4 21 14 22 30H58z',
  ],
} as const

/** web/member.tsx adds the way to the page's help; a visitor has it at the bottom of every page. */
export const memberParts: { HelpLink?: ComponentType } = {}

type EmptyStateProps = {
  children: ReactNode
  drawing?: keyof typeof drawings
  action?: ReactNode
  /** False where the way to the page's help would lead away from something unfinished, and where there is no page. */
  hasHelp?: boolean
}

export function EmptyState({ children, drawing = 'scroll', action, hasHelp = true }: EmptyStateProps) {
  const { HelpLink } = memberParts
  const [lines, fill] = drawings[drawing]
  return (
    <div className={css.empty}>
      <svg viewBox="0 0 120 80" width="150" height="100" aria-hidden="true">
        <path className={css.wash} d={fill} />
        <path className={css.lines} d={lines} />
      </svg>
      <p className={css.emptyText}>{children}</p>
      {action}
      {HelpLink && hasHelp && <HelpLink />}
    </div>
  )
}
