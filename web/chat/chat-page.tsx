import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { messageOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { AskAfterWriting } from '../push/ask-after-writing.tsx'
import { useDocumentTitle } from '../ui/page/document-title.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { type Chat, ChatContext, type ComposerHandle } from './chat-context.ts'
import css from './chat-page.module.css'
import { Composer } from './composer/composer.tsx'
import { Announcer } from './messages/announcer.tsx'
import { MessageList, QueueList } from './messages/message-list.tsx'
import { ConnectionIndicator, OnlineStrip } from './online-strip.tsx'
import { readState } from './reading/read-state.ts'
import { useReadPosition } from './reading/use-reading.ts'
import { keepSynced, liveTransport, messageChanges, messageQueue } from './sync/browser.ts'
import { Conversation } from './sync/conversation.ts'
import { texts } from './texts.ts'
import { useTargetMessage } from './use-target-message.ts'

/** The conversation of the whole community (SPEC §2, "Chat"). */
export default function ChatPage() {
  useDocumentTitle(texts.title)
  const me = useMember()
  const page = useRef<HTMLDivElement>(null)
  const { chat, snapshot, changes, hasArrived } = useConversation(me?.id ?? '')
  const { conversation, composer } = chat
  const read = useReadPosition(snapshot, conversation)
  const linked = useTargetMessage(snapshot.status === 'ready', conversation)
  useVisibleWindow(page)
  const beginWriting = useEffectEvent(() => {
    // on a touch screen the keyboard would cover the messages, and a link leads to one of them
    if (!linked.target && matchMedia('(pointer: fine)').matches)
      composer.current?.field()?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => beginWriting(), [])
  function editLast() {
    // the last one isn't stored yet
    if (snapshot.pending.length > 0) return
    const last = snapshot.messages.findLast((one) => one.author_id === me?.id && one.deleted_at === null)
    if (last && !changes.has(last.id)) composer.current?.edit(last)
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
      <ChatContext value={chat}>
        {snapshot.status === 'failed' ? (
          <QueueList pending={snapshot.pending}>
            <ErrorNote onRetry={() => conversation.start()}>{messageOf(snapshot.error, texts.fetchFailed)}</ErrorNote>
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
        <div className={css.writing}>
          <div className={css.ask}>
            <AskAfterWriting hasWritten={hasArrived} onAnswered={() => composer.current?.focus()} />
          </div>
          <Composer onSent={linked.leave} onEditLast={editLast} />
        </div>
      </ChatContext>
    </div>
  )
}

/** `hasArrived`: a message of the person has been stored while the page was open. */
function useConversation(person: string) {
  const [hasArrived, setArrived] = useState(false)
  const composer = useRef<ComposerHandle>(null)
  const [chat] = useState((): Chat => {
    const queue = messageQueue(person)
    const conversation = new Conversation(liveTransport, { me: person, queue, onReset: () => readState.reload() })
    return { conversation, queue, changeQueue: messageChanges(person), composer }
  })
  const { conversation, queue, changeQueue } = chat
  useEffect(() => {
    const stops = [
      keepSynced(conversation),
      changeQueue.on({ onAnswer: (message) => conversation.showState(message) }),
      queue.on({ onStored: () => setArrived(true) }),
    ]
    conversation.start()
    return () => {
      for (const stop of stops) stop()
      conversation.stop()
    }
  }, [conversation, queue, changeQueue])
  const snapshot = useStore({ subscribe: conversation.subscribe, get: conversation.snapshot })
  const waiting = useStore({ subscribe: changeQueue.subscribe, get: changeQueue.waiting })
  const changes = useMemo(() => new Map(waiting.map((change) => [change.id, change])), [waiting])
  return { chat, snapshot, changes, hasArrived }
}

/** Says that the message of the address isn't shown. */
function TargetNotice({ result, leave, retry }: ReturnType<typeof useTargetMessage>) {
  if (result !== 'failed' && result !== 'unknown') return null
  return (
    <div className="whole-row below-2">
      {result === 'failed' ? (
        <ErrorNote onRetry={retry}>{texts.messageFailed}</ErrorNote>
      ) : (
        <Notice icon="info" title={texts.unknownMessage} onClose={leave}>
          <p>{texts.unknownMessageHint}</p>
        </Notice>
      )}
    </div>
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
