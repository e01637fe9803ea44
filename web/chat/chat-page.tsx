import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { messageOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { AskAfterWriting } from '../push/ask-after-writing.tsx'
import { useDocumentTitle } from '../ui/page/document-title.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { type ChatActions, ChatActionsContext } from './actions/chat-actions.ts'
import css from './chat-page.module.css'
import { Composer, type ComposerHandle } from './composer/composer.tsx'
import { Announcer } from './messages/announcer.tsx'
import { MessageList } from './messages/message-list.tsx'
import { QueueList } from './messages/pending-block.tsx'
import { ConnectionIndicator, OnlineStrip } from './online-strip.tsx'
import { useReadPosition } from './reading/use-reading.ts'
import { texts } from './texts.ts'
import { useConversation } from './use-conversation.ts'
import { useTargetMessage } from './use-target-message.ts'

/** The conversation of the whole community (SPEC §2, "Chat"). */
export default function ChatPage() {
  useDocumentTitle(texts.title)
  const me = useMember()
  const page = useRef<HTMLDivElement>(null)
  const composer = useRef<ComposerHandle>(null)
  const { snapshot, changes, queue, changeQueue, hasArrived, conversation } = useConversation()
  const read = useReadPosition(snapshot, conversation.loadOlder)
  const linked = useTargetMessage(snapshot.status === 'ready', conversation.showAround)
  useVisibleWindow(page)
  const beginWriting = useEffectEvent(() => {
    // on a touch screen the keyboard would cover the messages, and a link leads to one of them
    if (!linked.target && matchMedia('(pointer: fine)').matches)
      composer.current?.field()?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => beginWriting(), [])
  const [actions] = useState((): ChatActions => {
    const restore = (discarded: { message: string | null } | undefined) =>
      composer.current?.restore(discarded?.message ?? '')
    return {
      ...conversation,
      answer: (answered) => composer.current?.answer(answered),
      edit: (message) => composer.current?.edit(message),
      remove: ({ id }) => {
        changeQueue.put({ id, message: null })
        composer.current?.focus()
      },
      // the pressed button disappears, and with it the focus
      retry: (id) => {
        queue.retry(id)
        composer.current?.focus()
      },
      discard: (id) => restore(queue.discard(id)),
      retryChange: (id) => {
        changeQueue.retry(id)
        composer.current?.focus()
      },
      discardChange: (id) => restore(changeQueue.discard(id)),
      field: () => composer.current?.field() ?? null,
    }
  })
  function editLast() {
    // the last one isn't stored yet
    if (snapshot.pending.length > 0) return
    const last = snapshot.messages.findLast((one) => one.author_id === me?.id && one.deleted_at === null)
    if (last && !changes.has(last.id)) actions.edit(last)
  }
  return (
    <div ref={page} className={css.page}>
      <header className={css.head}>
        <h1 className={css.title} tabIndex={-1}>
          {texts.title}
        </h1>
        <button type="button" className={css.skip} onClick={() => composer.current?.focus()}>
          {texts.toField}
        </button>
        <ConnectionIndicator />
        <OnlineStrip />
        <TargetNotice {...linked} />
      </header>
      <ChatActionsContext value={actions}>
        {snapshot.status === 'failed' ? (
          <QueueList pending={snapshot.pending}>
            <ErrorNote onRetry={conversation.reload}>{messageOf(snapshot.error, texts.fetchFailed)}</ErrorNote>
          </QueueList>
        ) : read === undefined || linked.isSeekingFirst ? (
          <QueueList pending={snapshot.pending}>
            <Skeleton label={texts.loading} shape="bubbles" count={5} />
          </QueueList>
        ) : (
          <>
            <MessageList
              snapshot={snapshot}
              read={read}
              changes={changes}
              target={linked.target}
              onLeaveTarget={linked.leave}
            />
            <Announcer messages={snapshot.messages} missing={snapshot.missing} me={me?.id} />
          </>
        )}
      </ChatActionsContext>
      <div className={css.writing}>
        <div className={css.ask}>
          <AskAfterWriting hasWritten={hasArrived} onAnswered={() => composer.current?.focus()} />
        </div>
        <Composer
          me={me}
          onSend={(message, answered) => {
            conversation.send(message, answered)
            linked.leave()
          }}
          onEdit={(change) => changeQueue.put(change)}
          onEditLast={editLast}
          handle={composer}
        />
      </div>
    </div>
  )
}

/** Says that the message of the address isn't shown. */
function TargetNotice({ result, leave, retry }: ReturnType<typeof useTargetMessage>) {
  if (result === 'failed')
    return (
      <div className="whole-row below-2">
        <ErrorNote onRetry={retry}>{texts.messageFailed}</ErrorNote>
      </div>
    )
  return (
    result === 'unknown' && (
      <div className="whole-row below-2">
        <Notice icon="info" title={texts.unknownMessage} onClose={leave}>
          <p>{texts.unknownMessageHint}</p>
        </Notice>
      </div>
    )
  )
}

/**
 * Sets the visible part of the window as CSS variables: Safari puts the keyboard over the page and shifts the view
 * (other browsers follow `interactive-widget`). Unchanged while the page is zoomed in.
 */
function useVisibleWindow(page: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const seen = window.visualViewport
    const style = page.current?.style
    if (!seen || !style) return
    const update = () => {
      if (seen.scale > 1.01) return
      style.setProperty('--seen-height', `${seen.height}px`)
      style.setProperty('--seen-top', `${seen.offsetTop}px`)
    }
    update()
    seen.addEventListener('resize', update)
    seen.addEventListener('scroll', update)
    return () => {
      seen.removeEventListener('resize', update)
      seen.removeEventListener('scroll', update)
      style.removeProperty('--seen-height')
      style.removeProperty('--seen-top')
    }
  }, [page])
}
