import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isStatus, messageOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { Novelties } from '../sections/novelties.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useBringNews, useNews } from './api.ts'
import { BeginButton } from './begin-button.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { toHeading } from './heading.ts'
import { itemsOf } from './loaded.ts'
import { NewNews } from './new-news.tsx'
import { NewsList } from './news-list.tsx'
import { texts } from './texts.ts'
import { useDraft } from './use-draft.ts'
import { type Fail, useFailure } from './use-failure.ts'
import { useHeld } from './use-held.ts'
import { useShare } from './use-share.ts'
import { useSought } from './use-sought.ts'

export default function NewsPage() {
  const id = useId()
  const unsent = useDraft()
  const [isOpen, setOpen] = useState(!unsent.isEmpty)
  const addButton = useRef<HTMLButtonElement>(null)
  const urlField = useRef<HTMLInputElement>(null)
  const { failure, fail, clear } = useFailure()
  const query = useNews()
  const { seek, marked } = useSought(query)
  const sharing = useShare(unsent, fail, ({ id }) => {
    setOpen(false)
    seek(id)
  })

  function toggle() {
    flushSync(() => setOpen(!isOpen))
    urlField.current?.focus()
  }

  async function cancel() {
    if (!(await unsent.discard())) return
    setOpen(false)
    addButton.current?.focus()
  }

  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <Button
          ref={addButton}
          variant="primary"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={toggle}
        >
          {texts.add}
        </Button>
      }
    >
      {failure && (
        <ErrorBanner
          key={failure.number}
          action={
            /\b404\b/.test(failure.message) && <BeginButton size="s" label={texts.begin} onFail={fail} onDone={clear} />
          }
          onClose={() => {
            // the focus isn't lost with the button that has it
            if (document.activeElement?.closest('[role=alert]')) toHeading()
            clear()
          }}
        >
          {failure.message}
        </ErrorBanner>
      )}
      {isOpen && (
        <NewNews id={id} unsent={unsent} sharing={sharing} urlField={urlField} onCancel={() => void cancel()} />
      )}
      <Loaded
        query={query}
        marked={marked}
        onFail={fail}
        onDeleted={(neighbour) => (neighbour ? neighbour.focus() : toHeading())}
      />
    </Page>
  )
}

interface LoadedProps {
  query: ReturnType<typeof useNews>
  marked: string | undefined
  onFail: Fail
  onDeleted: (neighbour: HTMLElement | null) => void
}

function Loaded({ query, marked, onFail, onDeleted }: LoadedProps) {
  const isAdmin = useMember()?.role === 'admin'
  const items = query.data ? itemsOf(query.data) : []
  const { shown, hold } = useHeld(items)
  const bring = useBringNews()
  if (query.isPending) return <Skeleton label={texts.loading} count={4} />
  if (query.isLoadingError) {
    const message = messageOf(query.error, texts.fetchFailed)
    const canBegin = isStatus(query.error, 404) || /\b404\b/.test(message)
    return (
      <ErrorNote
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
        action={canBegin && <BeginButton size="s" label={texts.begin} onFail={onFail} />}
      >
        {message}
      </ErrorNote>
    )
  }
  return (
    <>
      <Novelties section="news" newest={items[0]?.created_at} onShow={bring} />
      {shown.length === 0 ? (
        <EmptyState drawing="sea" action={isAdmin && <BeginButton label={texts.beginWithExample} onFail={onFail} />}>
          {texts.none}
        </EmptyState>
      ) : (
        <NewsList query={query} shown={shown} hold={hold} marked={marked} onFail={onFail} onDeleted={onDeleted} />
      )}
    </>
  )
}
