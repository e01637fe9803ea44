import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ChatMessage } from '../../contract/chat.ts'
import { messageOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { AskAfterWriting } from '../push/ask-after-writing.tsx'
import { useDocumentTitle } from '../ui/page/document-title.ts'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import css from './chat-page.module.css'
import { Composer, type ComposerHandle } from './composer/composer.tsx'
import { ConnectionIndicator } from './connection-indicator.tsx'
import { Announcer } from './messages/announcer.tsx'
import { MessageList } from './messages/message-list.tsx'
import { QueueList } from './messages/queue-list.tsx'
import { OnlineStrip } from './online-strip.tsx'
import { useReadPosition } from './reading/use-reading.ts'
import { TargetNotice } from './target-notice.tsx'
import { texts } from './texts.ts'
import { useConversation } from './use-conversation.ts'
import { useTargetMessage } from './use-target-message.ts'
import { useVisibleWindow } from './use-visible-window.ts'

/** The conversation of the whole community (SPEC §2, "Chat"). */
export default function ChatPage() {
  useDocumentTitle(texts.title)
  const me = useMember()
  const page = useRef<HTMLDivElement>(null)
  const composer = useRef<ComposerHandle>(null)
  const {
    snapshot,
    changes,
    queue,
    changeQueue,
    hasArrived,
    showAround,
    loadOlder,
    loadNewer,
    jumpToLatest,
    setAtBottom,
    ...actions
  } = useConversation()
  const { send, reload } = actions
  const read = useReadPosition(snapshot, () => void loadOlder())
  const linked = useTargetMessage(snapshot.status === 'ready', showAround)
  useVisibleWindow(page)
  const beginWriting = useEffectEvent(() => {
    // on a touch screen the keyboard would cover the messages, and a link leads to one of them
    if (!linked.target && matchMedia('(pointer: fine)').matches)
      composer.current?.field()?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => beginWriting(), [])
  // the pressed button disappears, and with it the focus
  const onRetry = (id: string) => {
    queue.retry(id)
    composer.current?.focus()
  }
  const onDiscard = (id: string) => composer.current?.restore(queue.discard(id)?.message ?? '')
  const edit = (message: ChatMessage) => composer.current?.edit(message)
  function editLast() {
    // the last one isn't stored yet
    if (snapshot.pending.length > 0) return
    const last = snapshot.messages.findLast((one) => one.author_id === me?.id && one.deleted_at === null)
    if (last && !changes.has(last.id)) edit(last)
  }
  const [changeActions] = useState(() => ({
    onRetryChange: (id: string) => {
      changeQueue.retry(id)
      composer.current?.focus()
    },
    onDiscardChange: (id: string) => composer.current?.restore(changeQueue.discard(id)?.message ?? ''),
  }))
  const common = { snapshot, me, onRetry, onDiscard }
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
      {snapshot.status === 'failed' ? (
        <QueueList {...common}>
          <ErrorNote onRetry={reload}>{messageOf(snapshot.error, texts.fetchFailed)}</ErrorNote>
        </QueueList>
      ) : read === undefined || linked.isSeekingFirst ? (
        <QueueList {...common}>
          <Skeleton label={texts.loading} shape="bubbles" count={5} />
        </QueueList>
      ) : (
        <>
          <MessageList
            {...common}
            read={read}
            onOlder={() => void loadOlder()}
            onNewer={loadNewer}
            onLatest={() => {
              jumpToLatest()
              linked.leave()
            }}
            target={linked.target}
            onReturn={linked.leave}
            onAtBottom={setAtBottom}
            changes={changes}
            actions={{
              onAnswer: (answered) => composer.current?.answer(answered),
              onEdit: edit,
              onDelete: ({ id }) => {
                changeQueue.put({ id, message: null })
                composer.current?.focus()
              },
              field: () => composer.current?.field() ?? null,
            }}
            {...changeActions}
          />
          <Announcer messages={snapshot.messages} missing={snapshot.missing} me={me?.id} />
        </>
      )}
      <div className={css.writing}>
        <div className={css.ask}>
          <AskAfterWriting hasWritten={hasArrived} onAnswered={() => composer.current?.focus()} />
        </div>
        <Composer
          me={me}
          onSend={(message, answered) => {
            send(message, answered)
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
