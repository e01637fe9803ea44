import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { posts } from '../../../contract/posts.ts'
import { alertOf, call, callVersioned } from '../../api/call.ts'
import { postKeys } from '../../api/keys.ts'
import { useMember } from '../../api/session.ts'
import { useCategories } from '../../categories/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { When } from '../../ui/format/when.tsx'
import { useDebouncedValue } from '../../ui/hooks/use-debounced-value.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { SideNote } from '../../ui/page/notice.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { PostDiff } from '../diff/post-diff.tsx'
import { formatMoment } from '../post-facts.tsx'
import type { PostDraft } from '../post-form.tsx'
import { texts as postTexts } from '../texts.ts'
import css from '../versions/versions.module.css'
import { texts } from './texts.ts'

async function fetchStoredPost(id: string, signal: AbortSignal) {
  const [{ body, etag }, latest] = await Promise.all([
    callVersioned(posts.read, { params: { id }, signal }),
    // the editor's name can be missing
    call(posts.versions, { params: { id }, query: { limit: '1' }, signal }).catch(() => undefined),
  ])
  return { post: body, etag, saved: latest?.items[0] }
}

type StoredPost = Awaited<ReturnType<typeof fetchStoredPost>>

/**
 * The stored post at the moment of a refusal; fetched once per refusal, so that it doesn't change during the decision.
 */
const useStoredPost = (id: string, refusal: number) =>
  useQuery({
    queryKey: postKeys.conflict(id, refusal),
    queryFn: ({ signal }) => fetchStoredPost(id, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export interface ConflictProps {
  id: string
  mine: PostDraft
  /** The post as it was opened; its category may be inactive by now. */
  opened: { category_id: string | null; category_name: string | null; is_published: boolean }
  /** Refused saves since the page was opened or reloaded. */
  refusals: number
  isSaving: boolean
  onDecide: (form: 'mine' | 'stored', stored: StoredPost) => void
  onSave: (stored: StoredPost) => void
}

/** The stored version and the own one side by side, with the choices: nothing is overwritten unseen. */
export default function Conflict({ id, mine, opened, refusals, isSaving, onDecide, onSave }: ConflictProps) {
  const query = useStoredPost(id, refusals)
  const { data, error, isError, isPlaceholderData } = query
  const isShown = data !== undefined || isError
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [firstShown, setFirstShown] = useState<string>()
  if (data?.etag && firstShown === undefined) setFirstShown(data.etag)

  // only after a refusal on this page: after a reload, reading begins at the top
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
          <SideNote>{!isPlaceholderData && data.etag !== firstShown && <p>{texts.savedAgain}</p>}</SideNote>
          <Compared stored={data} mine={mine} opened={opened} />
          <ConflictChoices
            isBusy={isSaving || isPlaceholderData}
            onDecide={(form) => onDecide(form, data)}
            onSave={() => onSave(data)}
          />
        </>
      ) : (
        !isError && <Skeleton label={texts.loadingStored} shape="lines" count={4} />
      )}
      {isError && <ErrorNote query={query}>{alertOf(error, texts.fetchStoredFailed)}</ErrorNote>}
    </section>
  )
}

function About({ stored: { post, saved }, wasPublished }: { stored: StoredPost; wasPublished: boolean }) {
  const me = useMember()
  const publication = post.is_published ? texts.publishedMeanwhile : texts.unpublishedMeanwhile
  return (
    <p className="muted">
      {saved && (
        <>
          {saved.editor_name === me?.name ? texts.savedByYou : texts.savedBy(saved.editor_name)},{' '}
          <When at={saved.saved_at} format={formatMoment} />.{' '}
        </>
      )}
      {post.is_published !== wasPublished && publication}
    </p>
  )
}

function Compared({ stored: { post }, mine, opened }: { stored: StoredPost } & Pick<ConflictProps, 'mine' | 'opened'>) {
  const categories = useCategories()
  const typed = useDebouncedValue(mine, 400)
  const inPosts = [post, opened].map(({ category_id, category_name }) => ({ id: category_id, name: category_name }))
  const named = [...inPosts, ...(categories.data ?? [])]
  const nameOf = (id: string | null) => (id && named.find((one) => one.id === id)?.name) || postTexts.noCategory
  return (
    <PostDiff
      before={{ ...post, category: nameOf(post.category_id) }}
      after={{ ...typed, category: nameOf(typed.category_id) }}
      labels={{ before: texts.stored, after: texts.mine }}
    />
  )
}

interface ChoicesProps {
  isBusy: boolean
  onDecide: (form: 'mine' | 'stored') => void
  onSave: () => void
}

function ConflictChoices({ isBusy, onDecide, onSave }: ChoicesProps) {
  const id = useId()
  const take = async () => {
    if (await confirm({ text: texts.confirmTake, action: texts.takeStored })) onDecide('stored')
  }
  const choices = [
    { label: texts.keepMine, hint: texts.keepMineHint, variant: 'primary', choose: () => onDecide('mine') },
    { label: texts.takeStored, hint: texts.takeStoredHint, variant: 'secondary', choose: () => void take() },
    { label: texts.saveMine, hint: texts.saveMineHint, variant: 'danger', choose: onSave },
  ] as const
  return (
    <ul className={css.choices} aria-label={texts.decide}>
      {choices.map(({ label, hint, variant, choose }) => (
        <li key={variant}>
          <Button variant={variant} aria-describedby={`${id}-${variant}`} busy={isBusy} onClick={choose}>
            {label}
          </Button>
          <p id={`${id}-${variant}`} className="muted small snug">
            {hint}
          </p>
        </li>
      ))}
    </ul>
  )
}
