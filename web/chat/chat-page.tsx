import { useRef } from 'react'
import { messageOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { useDocumentTitle } from '../ui/document-title.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Announcer } from './announcer.tsx'
import css from './chat-page.module.css'
import { Composer, type ComposerHandle } from './composer.tsx'
import { Indicator } from './indicator.tsx'
import { MessageList } from './message-list.tsx'
import { Ribbon } from './ribbon.tsx'
import { texts } from './texts.ts'
import { useConversation } from './use-conversation.ts'
import { useWhereOneWas } from './use-reading.ts'
import { useVisibleWindow } from './use-visible-window.ts'

/** The conversation of the whole community (SPEC §2, "Chat"). */
export default function ChatPage() {
  useDocumentTitle(texts.title)
  const me = useMember()
  const page = useRef<HTMLDivElement>(null)
  const composer = useRef<ComposerHandle>(null)
  const { snapshot, loadOlder, send, retry, discard, reload } = useConversation()
  const read = useWhereOneWas(snapshot, () => void loadOlder())
  useVisibleWindow(page)
  return (
    <div ref={page} className={css.page}>
      <header className={css.head}>
        <h1 className={css.title} tabIndex={-1}>
          {texts.title}
        </h1>
        <Indicator />
        <Ribbon />
      </header>
      {snapshot.status === 'failed' ? (
        <div className={css.aside}>
          <ErrorNote onRetry={reload}>{messageOf(snapshot.error, texts.fetchFailed)}</ErrorNote>
        </div>
      ) : read === undefined ? (
        <div className={css.aside}>
          <Skeleton label={texts.loading} shape="rows" count={5} />
        </div>
      ) : (
        <>
          <MessageList
            snapshot={snapshot}
            me={me}
            read={read}
            onOlder={() => void loadOlder()}
            onRetry={retry}
            onDiscard={(client_id) => composer.current?.giveBack(discard(client_id))}
          />
          <Announcer messages={snapshot.messages} me={me?.id} />
        </>
      )}
      <Composer me={me} onSend={send} handle={composer} />
    </div>
  )
}
