import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { NewChatMessage } from '../../../contract/chat.ts'
import { isBlank } from '../../../contract/fields.ts'
import type { User } from '../../../contract/users.ts'
import { useDraft } from '../../api/drafts.ts'
import { createEditorHandle } from '../../editor/editor-handle.ts'
import { MentionArea } from '../../editor/mentions/mention-area.tsx'
import { type TextCursor, usePickers } from '../../links/pickers/use-pickers.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { texts } from '../texts.ts'
import css from './composer.module.css'
import { useEmitTyping, useTypingNames } from './use-typing-people.ts'

export interface ComposerHandle {
  /** Puts the text of a discarded message back, above the current text. */
  restore: (text: string) => void
  focus: () => void
}

interface Props {
  me: User | undefined
  onSend: (message: string) => void
  handle: Ref<ComposerHandle>
}

/** Enter sends, Shift+Enter breaks the line. */
export function Composer({ me, onSend, handle }: Props) {
  const { value, setValue } = useDraft('chat', '')
  const field = useRef<HTMLTextAreaElement>(null)
  const [editor] = useState(() => createEditorHandle(field, () => {}))
  const emitTyping = useEmitTyping()
  const blank = isBlank(value)
  const error = blank ? undefined : z.safeParse(NewChatMessage, { message: value }).error?.issues[0]?.message

  useImperativeHandle(handle, () => ({
    restore: (text) => {
      setValue(blank ? text : `${text}\n${value}`)
      field.current?.focus()
    },
    focus: () => field.current?.focus(),
  }))

  function send() {
    field.current?.focus()
    if (blank || error || !me?.name) return
    onSend(value)
    setValue('')
  }

  function onKeyDown(event: KeyboardEvent) {
    // Safari's keyCode of the Enter that ends a composition
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    send()
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
      <div className={css.bubble}>
        <LinkFile selection={editor.handle.selection} insert={editor.handle.insert} />
        <MentionArea
          {...editor.events}
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
          onText={(text) => {
            setValue(text)
            if (!isBlank(text)) emitTyping()
          }}
        />
        {/* keeps the focus, and with it a phone's keyboard, in the field */}
        <Button
          type="submit"
          variant="primary"
          icon="send"
          className={css.send}
          disabled={blank}
          onMouseDown={(event) => event.preventDefault()}
        >
          <span className={css.sendLabel}>{texts.send}</span>
        </Button>
      </div>
      <p className={css.foot}>
        <span className={css.author}>
          {texts.writingAs}
          <bdi className={css.name}>{me?.name}</bdi>
          {me?.role === 'admin' && ` ${texts.admin}`}
        </span>
        <span className={css.keys}>{texts.keys}</span>
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

function LinkFile(picking: TextCursor) {
  const { pick, picker } = usePickers(picking)
  return (
    <>
      <IconButton label={texts.linkFile} icon="archive" onClick={() => pick('file')} />
      {picker}
    </>
  )
}
