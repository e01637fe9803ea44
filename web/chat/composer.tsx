import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { NewChatMessage } from '../../contract/chat.ts'
import { isBlank } from '../../contract/fields.ts'
import type { User } from '../../contract/users.ts'
import { useUnsent } from '../api/unsent.ts'
import { handleOf } from '../editor/editor-handle.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-field.tsx'
import css from './composer.module.css'
import { LinkFile } from './link-file.tsx'
import { texts } from './texts.ts'
import { TypingLine } from './typing-line.tsx'
import { useTellTyping } from './use-typing-people.ts'

export interface ComposerHandle {
  /** Puts a text back that was given up, above what has been written since. */
  giveBack: (text: string) => void
  focus: () => void
}

interface Props {
  me: User | undefined
  onSend: (message: string) => void
  handle: Ref<ComposerHandle>
}

/** Where one writes: Enter sends, Shift+Enter breaks the line. */
export function Composer({ me, onSend, handle }: Props) {
  const { typed, type } = useUnsent('chat', '')
  const field = useRef<HTMLTextAreaElement>(null)
  const [editor] = useState(() => handleOf(field, () => {}))
  const tellTyping = useTellTyping()
  const blank = isBlank(typed)
  const wrong = blank ? undefined : z.safeParse(NewChatMessage, { message: typed }).error?.issues[0]?.message

  useImperativeHandle(handle, () => ({
    giveBack: (text) => {
      type(blank ? text : `${text}\n${typed}`)
      field.current?.focus()
    },
    focus: () => field.current?.focus(),
  }))

  function send() {
    field.current?.focus()
    if (blank || wrong || !me?.name) return
    onSend(typed)
    type('')
  }

  function onKeyDown(event: KeyboardEvent) {
    // 229 is what Safari says of the Enter that ends a composition
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
      <div className={css.slip}>
        <LinkFile selection={editor.handle.selection} insert={editor.handle.insert} />
        <TextArea
          {...editor.events}
          ref={field}
          className={css.field}
          label={texts.message}
          hideLabel
          rows={lines(typed)}
          grow
          placeholder={texts.placeholder}
          enterKeyHint="send"
          autoComplete="off"
          value={typed}
          error={wrong}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            type(target.value)
            if (!isBlank(target.value)) tellTyping()
          }}
        />
        {/* the focus, and with it a phone's keyboard, stays in the field */}
        <Button
          type="submit"
          variant="primary"
          icon="send"
          className={css.send}
          disabled={blank}
          onMouseDown={(event) => event.preventDefault()}
        >
          <span className={css.word}>{texts.send}</span>
        </Button>
      </div>
      <p className={css.foot}>
        <span className={css.as}>
          {texts.writingAs}
          <bdi className={css.name}>{me?.name}</bdi>
          {me?.role === 'admin' && ` ${texts.admin}`}
        </span>
        <span className={css.keys}>{texts.keys}</span>
      </p>
    </form>
  )
}

const growsByItself = CSS.supports('field-sizing', 'content')
const mostLines = 6
/** Where the browser can't measure a text, its own line ends are counted. */
const lines = (text: string) => (growsByItself ? 1 : Math.min(mostLines, text.split('\n').length))
