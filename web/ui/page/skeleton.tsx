import { useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import page from './page.module.css'
import css from './skeleton.module.css'

type SkeletonShape = 'cards' | 'lines' | 'rows' | 'choices' | 'table' | 'bubbles' | 'tiles' | 'fields'

type SkeletonProps = {
  /** 'Cargando posts...': announced at once, visible only after a while. */
  label: string
  shape?: SkeletonShape
  count?: number
  className?: string | undefined
}

/** Skeletons that follow each other within this time are one wait for the person. */
const pauseMs = 100
let shown = 0
let firstShownAt = 0
let lastGoneAt = Number.NEGATIVE_INFINITY

/** Tells the styles how long the person has waited already: the next skeleton of a wait doesn't begin invisible again. */
function useWaitedTime<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useLayoutEffect(() => {
    const now = performance.now()
    if (shown === 0 && now - lastGoneAt > pauseMs) firstShownAt = now
    shown++
    ref.current?.style.setProperty('--waited', `${Math.round(now - firstShownAt)}ms`)
    return () => {
      shown--
      lastGoneAt = performance.now()
    }
  }, [])
  return ref
}

/** A placeholder in the shape of the content, so that nothing jumps when it arrives. */
export function Skeleton({ label, shape = 'cards', count = 3, className }: SkeletonProps) {
  const ref = useWaitedTime<HTMLDivElement>()
  return (
    <div ref={ref} className={cx('stack gap-3 shrinks', className)}>
      <p role="status" className={css.label}>
        {label}
      </p>
      <div aria-hidden="true" className={cx('stack', css.shapes, css[shape])}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all lines are the same
          <div key={index} className={`relative clips ${css.item}`} />
        ))}
      </div>
    </div>
  )
}

/** Frame of a page, known before its code is loaded. */
export interface PageFrame {
  width?: 'reading' | 'list' | 'wide'
  /** The page has a link back above its title. */
  hasBack?: true
  /** The content is next to a list of categories. */
  hasSide?: true
  shape?: SkeletonShape
}

export function PageSkeleton({ label, frame = {} }: { label: string; frame?: PageFrame | undefined }) {
  const { width = 'list', hasBack, hasSide, shape = 'cards' } = frame
  return (
    <div className={cx(page.page, page[width])}>
      {hasBack && <div className={page.back} aria-hidden="true" />}
      <div className={page.head} aria-hidden="true">
        <div className={css.title} />
      </div>
      <Skeleton label={label} shape={shape} count={shape === 'lines' ? 12 : 4} className={hasSide && css.beside} />
    </div>
  )
}
