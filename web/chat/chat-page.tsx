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
import { WaitingList } from './waiting-list.tsx'

/** The conversation of the whole community (SPEC §2, "Chat"). */
export default function ChatPage() {
  useDocumentTitle(texts.title)
  const me = useMember()
  const page = useRef<HTMLDivElement>(null)
  const composer = useRef<ComposerHandle>(null)
  const { snapshot, loadOlder, loadNewer, toNewest, stand, send, retry, discard, reload } = useConversation()
  const read = useWhereOneWas(snapshot, () => void loadOlder())
  useVisibleWindow(page)
  // the button that was pressed goes, and the focus would with it
  const onRetry = (client_id: string) => {
    retry(client_id)
    composer.current?.focus()
  }
  const onDiscard = (client_id: string) => composer.current?.giveBack(discard(client_id))
  const common = { snapshot, me, onRetry, onDiscard }
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
        <WaitingList {...common}>
          <ErrorNote onRetry={reload}>{messageOf(snapshot.error, texts.fetchFailed)}</ErrorNote>
        </WaitingList>
      ) : read === undefined ? (
        <WaitingList {...common}>
          <Skeleton label={texts.loading} shape="rows" count={5} />
        </WaitingList>
      ) : (
        <>
          <MessageList
            {...common}
            read={read}
            onOlder={() => void loadOlder()}
            onNewer={loadNewer}
            onNewest={toNewest}
            onStand={stand}
          />
          <Announcer messages={snapshot.messages} missing={snapshot.missing} me={me?.id} />
        </>
      )}
      <Composer me={me} onSend={send} handle={composer} />
    </div>
  )
}
