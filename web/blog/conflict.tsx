import { useEffect, useId, useRef, useState } from 'react'
import { alertOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { useCategories } from '../categories/api.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { When } from '../ui/when.tsx'
import css from './conflict.module.css'
import { ConflictChoices } from './conflict-choices.tsx'
import type { Writing } from './post-form.tsx'
import { PostDifference } from './text-difference-post.tsx'
import { texts } from './version-texts.ts'
import { type Stored, useStored } from './versions-api.ts'
import { sayMoment } from './versions-moment.ts'

export interface ConflictProps {
  id: string
  mine: Writing
  /** The post as it was opened, whose category may be one that can't be chosen any more. */
  opened: { category_id: string | null; category_name: string | null; is_published: boolean }
  /** How many saves were refused since the page was opened; none when it was reloaded in the middle. */
  refusals: number
  isSaving: boolean
  onKeep: (stored: Stored) => void
  onTake: (stored: Stored) => void
  /** Saves the own text over the version that is shown. */
  onSave: (stored: Stored) => void
}

/** Somebody else's version and one's own, side by side, and what can be done: nothing is overwritten unseen. */
export default function Conflict({ id, mine, opened, refusals, isSaving, onKeep, onTake, onSave }: ConflictProps) {
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useStored(id, refusals)
  const isShown = data !== undefined || isError
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [firstShown, setFirstShown] = useState<string>()
  if (data?.etag && firstShown === undefined) setFirstShown(data.etag)

  // The decision is where somebody is who has just been refused; after a reload the page is read from its beginning.
  useEffect(() => {
    if (refusals > 0 && isShown) {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView()
    }
  }, [refusals, isShown])

  return (
    <section className={css.conflict} aria-labelledby={headingId}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        {texts.two}
      </h2>
      {data ? (
        <>
          <About stored={data} wasPublished={opened.is_published} />
          <p role="status" className={css.again}>
            {!isPlaceholderData && data.etag !== firstShown && texts.savedAgain}
          </p>
          <Compared stored={data} mine={mine} opened={opened} />
          <ConflictChoices
            isBusy={isSaving || isPlaceholderData}
            onKeep={() => onKeep(data)}
            onTake={() => onTake(data)}
            onSave={() => onSave(data)}
          />
        </>
      ) : (
        !isError && <Skeleton label={texts.loadingStored} shape="lines" count={4} />
      )}
      {isError && (
        <ErrorNote onRetry={() => void refetch()} busy={isFetching}>
          {alertOf(error, texts.fetchStoredFailed)}
        </ErrorNote>
      )}
    </section>
  )
}

function About({ stored: { post, saved }, wasPublished }: { stored: Stored; wasPublished: boolean }) {
  const me = useMember()
  const publication = post.is_published ? texts.publishedMeanwhile : texts.unpublishedMeanwhile
  return (
    <p className={css.about}>
      {saved && (
        <>
          {saved.editor_name === me?.name ? texts.savedByYou : texts.savedBy(saved.editor_name)},{' '}
          <When at={saved.saved_at} say={sayMoment} />.{' '}
        </>
      )}
      {post.is_published !== wasPublished && publication}
    </p>
  )
}

function Compared({ stored: { post }, mine, opened }: { stored: Stored } & Pick<ConflictProps, 'mine' | 'opened'>) {
  const categories = useCategories()
  const typed = useSettled(mine, 400)
  const inPosts = [post, opened].map(({ category_id, category_name }) => ({ id: category_id, name: category_name }))
  const named = [...inPosts, ...(categories.data ?? [])]
  const nameOf = (id: string | null) => (id && named.find((one) => one.id === id)?.name) || texts.noCategory
  return (
    <PostDifference
      before={{ ...post, category: nameOf(post.category_id) }}
      after={{ ...typed, category: nameOf(typed.category_id) }}
      labels={{ before: texts.stored, after: texts.mine }}
    />
  )
}
