import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { anchorOf } from '../../contract/content/places.ts'
import { SharedNote, useShared } from '../installed/use-shared.tsx'
import { useOpenedSubject } from '../notices/api.ts'
import { Button } from '../ui/controls/button.tsx'
import { FormPanel } from '../ui/form/form-parts.tsx'
import { useScrollToItem } from '../ui/lists/use-scroll-to-item.ts'
import { focusPageHeading } from '../ui/page/focus.ts'
import { Notice } from '../ui/page/notice.tsx'
import { Page } from '../ui/page/page.tsx'
import { useNews } from './api.ts'
import { ErrorBanner, useErrorBanner } from './error-banner.tsx'
import { InitializeButton, offersInitialization } from './initialize-button.tsx'
import { NewsForm } from './news-form.tsx'
import { NewsList } from './news-list.tsx'
import { texts } from './texts.ts'
import { useSharing } from './use-sharing.ts'

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
      {isOpen && (
        <FormPanel id={id} className="below-5">
          {sharing.isFromOutside && <SharedNote onDiscard={() => void cancel()} />}
          <NewsForm
            form={sharing.form}
            label={texts.share}
            urlField={urlField}
            sendLabel={texts.share}
            onCancel={() => void cancel()}
          />
        </FormPanel>
      )}
      {isDeleted && (
        <Notice icon="info" title={texts.gone} onClose={closeNotice}>
          <p>{texts.goneHint}</p>
        </Notice>
      )}
      <NewsList
        query={query}
        highlighted={highlighted}
        onFail={showError}
        onDeleted={(neighbour) => (neighbour ? neighbour.focus() : focusPageHeading())}
      />
    </Page>
  )
}
