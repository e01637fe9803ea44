import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { posts } from '../../contract/posts.ts'
import { call } from '../api/call.ts'
import css from './linked-from.module.css'
import { LinkedFromList } from './linked-from-list.tsx'
import { texts } from './texts.ts'

/** Titles that stand open; a post that a hundred others link to keeps its comments within reach. */
const shown = 8

/** 'Enlazado desde…' under a post: something to go on to. Without it nothing is missing, so that it fails in silence. */
export function LinkedFrom({ postId }: { postId: string }) {
  const heading = useId()
  const { data = [] } = useQuery({
    queryKey: ['posts', 'linked-from', postId],
    queryFn: ({ signal }) => call(posts.linkedFrom, { params: { id: postId }, signal }),
  })
  if (data.length === 0) return null
  const rest = data.slice(shown)
  return (
    <section className={css.section} aria-labelledby={heading} data-print="no">
      <h2 id={heading} className={css.title}>
        {texts.linkedFrom}
      </h2>
      <LinkedFromList posts={data.slice(0, shown)} />
      {rest.length > 0 && (
        <details className={css.rest}>
          <summary>{texts.andMore(rest.length)}</summary>
          <LinkedFromList posts={rest} />
        </details>
      )}
    </section>
  )
}
