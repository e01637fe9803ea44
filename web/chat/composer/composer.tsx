import { type KeyboardEvent, useImperativeHandle, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { NewChatMessage } from '../../../contract/chat.ts'
import { isBlank } from '../../../contract/fields.ts'
import { useDraft } from '../../api/drafts.ts'
import { useMember } from '../../api/session.ts'
import { createEditorHandle } from '../../editor/editor-handle.ts'
import { MentionArea } from '../../editor/mentions/mention-area.tsx'
import { useFileDrop } from '../../editor/use-file-drop.ts'
import { AttachmentStatus, useAttachments } from '../../files/uploads/attachments.tsx'
import { usePickers } from '../../links/pickers/use-pickers.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { useFileInput } from '../../ui/controls/use-file-input.tsx'
import { isComposing } from '../../ui/is-composing.ts'
import { useChat } from '../chat-context.ts'
import { toSpokenText } from '../messages/spoken-text.ts'
import type { Answered } from '../sync/queues.ts'
import { texts } from '../texts.ts'
import css from './composer.module.css'
import { useEmitTyping, useTypingNames } from './use-typing-people.ts'

/** An own message that is being edited. */
interface Edited {
  id: string
  /** The text before the edit. */
  original: string
  /** The moment of that version. */
  version: string
  text: string
}

/** A text that isn't sent yet, with the message that it answers: both are of one tab. */
interface Draft {
  text: string
  answered: Answered | null
}
const emptyDraft: Draft = { text: '', answered: null }

interface Props {
  onSent: () => void
  /** Called by ArrowUp in an empty field. */
  onEditLast: () => void
}

/** Enter sends, Shift+Enter breaks the line, Escape ends an answer or an edit. A text that was begun waits during an edit. */
export function Composer({ onSent, onEditLast }: Props) {
  const me = useMember()
  const { conversation, changeQueue, composer } = useChat()
  const draft = useDraft('chat-message', emptyDraft)
  const { answered } = draft.value
  const edited = useDraft<Edited | null>('chat-edit', null)
  const value = edited.value?.text ?? draft.value.text
  /** Such an edit isn't given up for another message. */
  const isChanged = edited.value !== null && edited.value.text !== edited.value.original
  function setValue(text: string) {
    if (edited.value) edited.setValue({ ...edited.value, text })
    else draft.setValue({ ...draft.value, text })
  }
  const field = useRef<HTMLTextAreaElement>(null)
  const [editor] = useState(() => createEditorHandle(field, () => {}))
  const attachments = useAttachments(useRef(editor.handle), value)
  const { takePastedFiles, dropProps } = useFileDrop(attachments.attach, false)
  const files = useFileInput(texts.attach, attachments.attach)
  const { pick, picker } = usePickers(editor.handle)
  const emitTyping = useEmitTyping()
  const blank = isBlank(value)
  const error = blank ? undefined : z.safeParse(NewChatMessage, { message: value }).error?.issues[0]?.message

  useImperativeHandle(composer, () => ({
    restore: (text) => {
      const { text: written } = draft.value
      draft.setValue({ ...draft.value, text: [text, written].filter((one) => !isBlank(one)).join('\n') })
      if (!isChanged) edited.setValue(null)
      field.current?.focus()
    },
    focus: () => field.current?.focus(),
    field: () => field.current,
    answer: (next) => {
      if (isChanged) return field.current?.focus()
      edited.setValue(null)
      draft.setValue({ ...draft.value, answered: next })
      field.current?.focus()
    },
    edit: ({ id, message, edited_at, created_at }) => {
      if (isChanged) return field.current?.focus()
      edited.setValue({ id, original: message, version: edited_at ?? created_at, text: message })
      field.current?.focus()
    },
  }))

  function send() {
    field.current?.focus()
    if (blank || error || attachments.isWaiting || !me?.name) return
    if (edited.value) {
      const { id, original, version } = edited.value
      if (value !== original) changeQueue.put({ id, message: value, version })
      return edited.setValue(null)
    }
    conversation.send(value, answered ?? undefined)
    onSent()
    draft.setValue(emptyDraft)
  }

  /** Ends the edit, or else the answer. */
  function cancel() {
    if (edited.value) edited.setValue(null)
    else draft.setValue({ ...draft.value, answered: null })
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape' && (edited.value || answered)) return cancel()
    if (event.key === 'ArrowUp' && value === '' && !answered) {
      event.preventDefault()
      return onEditLast()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }

  /** Edited or answered message, above the field. */
  const purpose = edited.value
    ? { title: texts.editing, text: toSpokenText(edited.value.original), cancel: texts.cancelEdit }
    : answered && {
        title: texts.answering(answered.quote.username),
        text: answered.quote.excerpt ?? texts.deleted,
        cancel: texts.cancelAnswer,
      }

  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TypingLine />
      {purpose && (
        <div className={css.purpose}>
          <p role="status" className="flex gap-2">
            <bdi className={css.subject}>{purpose.title}</bdi> <span className="one-line">{purpose.text}</span>
          </p>
          <IconButton label={purpose.cancel} icon="close" onClick={cancel} />
        </div>
      )}
      <div className={css.uploads}>
        <AttachmentStatus attachments={attachments} waiting={texts.uploadsFirst} />
      </div>
      <div className={css.bubble}>
        <div className="flex">
          <IconButton label={texts.attach} icon="image" onClick={files.choose} />
          {files.input}
          <IconButton label={texts.linkFile} icon="archive" onClick={() => pick('file')} />
          {picker}
        </div>
        <MentionArea
          {...editor.events}
          {...dropProps}
          ref={field}
          className={css.field}
          label={texts.message}
          hideLabel
          rows={lineCount(value)}
          grow
          placeholder={texts.placeholder}
          enterKeyHint="send"
          autoComplete="off"
          value={value}
          error={error}
          onKeyDown={onKeyDown}
          onPaste={takePastedFiles}
          onText={(text) => {
            setValue(text)
            if (!isBlank(text)) emitTyping()
          }}
        />
        {/* keeps the focus, and with it a phone's keyboard, in the field */}
        <Button
          type="submit"
          variant="primary"
          icon={edited.value ? 'check' : 'send'}
          className={css.send}
          disabled={blank || attachments.isWaiting}
          onMouseDown={(event) => event.preventDefault()}
        >
          <span className={css.sendLabel}>{edited.value ? texts.save : texts.send}</span>
        </Button>
      </div>
      <p className={css.foot}>
        <span className={`shrinks breaks ${css.author}`}>
          {texts.writingAs}
          <bdi className="strong">{me?.name}</bdi>
          {me?.role === 'admin' && ` ${texts.admin}`}
        </span>
        <span className={`faint ${css.keys}`}>{texts.keys}</span>
      </p>
    </form>
  )
}

/** 'Ana está escribiendo…', in a line of fixed height; not a live region, as it changes too often. */
function TypingLine() {
  const names = useTypingNames()
  return <p className={css.typing}>{names.length > 0 && texts.typing(names)}</p>
}

const growsByItself = CSS.supports('field-sizing', 'content')
const maxLines = 6
/** Line breaks are counted in browsers without `field-sizing`. */
const lineCount = (text: string) => (growsByItself ? 1 : Math.min(maxLines, text.split('\n').length))
