import { type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { anchorOf } from '../../contract/content/places.ts'
import { isStatus, messageOf } from '../api/call.ts'
import { itemsOf } from '../api/paged.ts'
import { useMember } from '../api/session.ts'
import { SharedNote } from '../installed/shared-note.tsx'
import { useShared } from '../installed/use-shared.ts'
import { useOpenedSubject } from '../notices/api.ts'
import { Button } from '../ui/controls/button.tsx'
import { FormPanel } from '../ui/form/form-parts.tsx'
import { useScrollToItem } from '../ui/lists/use-scroll-to-item.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Page } from '../ui/page/page.tsx'
import { focusPageHeading } from '../ui/page/page-heading.ts'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { WhatsNewBar } from '../whats-new/whats-new-bar.tsx'
import { useNews, useRefreshNews } from './api.ts'
import { ErrorBanner, type ShowError, useErrorBanner } from './error-banner.tsx'
import { InitializeButton } from './initialize-button.tsx'
import { NewsForm } from './news-form.tsx'
import { NewsList } from './news-list.tsx'
import { texts } from './texts.ts'
import { useSharing } from './use-sharing.ts'
import { useShownNews } from './use-shown-news.ts'

/** SPEC §2, News: the button depends on the number in the error's text, not on its status. */
const offersInitialization = (message: string) => /\b404\b/.test(message)

export default function NewsPage() {
  const id = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  const urlField = useRef<HTMLInputElement>(null)
  const { failure, showError, clear } = useErrorBanner()
  const query = useNews()
  const { scrollTo, highlighted, isDeleted, closeNotice } = useScrollToItem({
    query,
    anchorOf: anchorOf.news,
    order: 'newest first',
  })
  useOpenedSubject(highlighted)
  const sharing = useSharing(showError, ({ id }) => {
    setOpen(false)
    scrollTo(id)
  })
  const [wasOpened, setOpen] = useState<boolean>()
  const isOpen = wasOpened ?? sharing.wasRestored

  useShared(async ({ url, title, comment }) => {
    if (!(await sharing.replace({ url, title, comment }))) return
    // the form looks the address up when it is opened
    flushSync(() => setOpen(false))
    setOpen(true)
  })

  function toggle() {
    flushSync(() => setOpen(!isOpen))
    urlField.current?.focus()
  }

  async function cancel() {
    if (!(await sharing.discard())) return
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
            offersInitialization(failure.message) && (
              <InitializeButton size="s" label={texts.initialize} onFail={showError} onDone={clear} />
            )
          }
          onClose={() => {
            // the banner's buttons are removed with it
            if (document.activeElement?.closest('[role=alert]')) focusPageHeading()
            clear()
          }}
        >
          {failure.message}
        </ErrorBanner>
      )}
      {isOpen && <NewNewsForm {...{ id, sharing, urlField }} onCancel={() => void cancel()} />}
      {isDeleted && (
        <Notice icon="info" title={texts.gone} onClose={closeNotice}>
          <p>{texts.goneHint}</p>
        </Notice>
      )}
      <LoadedNews
        query={query}
        highlighted={highlighted}
        onFail={showError}
        onDeleted={(neighbour) => (neighbour ? neighbour.focus() : focusPageHeading())}
      />
    </Page>
  )
}

interface LoadedNewsProps {
  query: ReturnType<typeof useNews>
  highlighted: string | undefined
  onFail: ShowError
  onDeleted: (neighbour: HTMLElement | null) => void
}

function LoadedNews({ query, highlighted, onFail, onDeleted }: LoadedNewsProps) {
  const isAdmin = useMember()?.role === 'admin'
  const items = query.data ? itemsOf(query.data) : []
  const { shown, retain } = useShownNews(items)
  const refresh = useRefreshNews()
  if (query.isPending) return <Skeleton label={texts.loading} count={4} />
  if (query.isLoadingError) {
    const message = messageOf(query.error, texts.fetchFailed)
    const canInitialize = isStatus(query.error, 404) || offersInitialization(message)
    return (
      <ErrorNote
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
        action={canInitialize && <InitializeButton size="s" label={texts.initialize} onFail={onFail} />}
      >
        {message}
      </ErrorNote>
    )
  }
  return (
    <>
      <WhatsNewBar area="news" newest={items[0]?.created_at} onShow={refresh} />
      {shown.length === 0 ? (
        <EmptyState
          drawing="sea"
          action={isAdmin && <InitializeButton label={texts.initializeWithExample} onFail={onFail} />}
        >
          {texts.none}
        </EmptyState>
      ) : (
        <NewsList
          query={query}
          shown={shown}
          retain={retain}
          highlighted={highlighted}
          onFail={onFail}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}

interface NewNewsFormProps {
  id: string
  sharing: ReturnType<typeof useSharing>
  urlField: RefObject<HTMLInputElement | null>
  onCancel: () => void
}

const NewNewsForm = ({ id, sharing, urlField, onCancel }: NewNewsFormProps) => (
  <FormPanel id={id} className="below-5">
    {sharing.isFromOutside && <SharedNote onDiscard={onCancel} />}
    <NewsForm form={sharing.form} label={texts.share} urlField={urlField} sendLabel={texts.share} onCancel={onCancel} />
  </FormPanel>
)
