import { useId } from 'react'
import { useLinkedFrom } from './api.ts'
import { LinkedFromList } from './linked-from-list.tsx'
import css from './links.module.css'
import { texts } from './texts.ts'

/** Further titles are folded, so that the comments below stay within reach. */
const maxOpenTitles = 8

/** 'Enlazado desde…' under a post; hidden if it can't be loaded. */
export function LinkedFrom({ postId }: { postId: string }) {
  const heading = useId()
  const { data = [] } = useLinkedFrom(postId)
  if (data.length === 0) return null
  const rest = data.slice(maxOpenTitles)
  return (
    <section className={css.section} aria-labelledby={heading} data-print="no">
      <h2 id={heading} className={css.title}>
        {texts.linkedFrom}
      </h2>
      <LinkedFromList posts={data.slice(0, maxOpenTitles)} />
      {rest.length > 0 && (
        <details className={css.rest}>
          <summary>{texts.andMore(rest.length)}</summary>
          <LinkedFromList posts={rest} />
        </details>
      )}
    </section>
  )
}
