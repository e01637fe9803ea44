import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useState,
} from 'react'
import { cx } from '../ui/cx.ts'
import { TextArea } from '../ui/text-field.tsx'
import { continueList } from './continue-list.ts'
import { type EditorHandle, handleOf } from './editor-handle.ts'
import { type FormatName, formatOf } from './formats.ts'
import { formatOfKeys } from './keys.ts'
import { pasteAddress } from './links.ts'
import css from './markdown-editor.module.css'
import { Toolbar } from './toolbar.tsx'
import { useFiles } from './use-files.ts'
import { write, writtenIn } from './write.ts'

export interface WriteProps {
  label: string
  value: string
  onChange: (value: string) => void
  rows?: number | undefined
  error?: ReactNode
  hint?: ReactNode
  readOnly?: boolean | undefined
  required?: boolean | undefined
  /** Further buttons at the end of the toolbar. */
  tools?: ReactNode
  /** Gets what is pasted, dropped or chosen. */
  onFiles?: ((files: File[]) => void) | undefined
  onGuide?: (() => void) | undefined
  handle?: Ref<EditorHandle> | undefined
}

interface Props extends WriteProps {
  id: string
  textarea: RefObject<HTMLTextAreaElement | null>
  onShow: () => void
}

export function WritePanel(props: Props) {
  const { id, label, value, onChange, rows = 12, error, hint, readOnly = false, required, textarea, onShow } = props
  const { tools, onFiles, onGuide, handle } = props
  // made once: who keeps it, or sets a state to it, has the one that works
  const [{ handle: made, events, flush }] = useState(() => handleOf(textarea, onShow))
  useImperativeHandle(handle, () => made, [made])
  useEffect(() => {
    if (!readOnly) flush()
  }, [readOnly, flush])
  const { pasted, drops, isDropping } = useFiles(onFiles, readOnly)

  function format(name: FormatName) {
    if (textarea.current && !readOnly) write(textarea.current, formatOf(name).change(writtenIn(textarea.current)))
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // 229: Safari has forgotten the composition by the time of the Enter that ended it
    if (readOnly || event.nativeEvent.isComposing || event.keyCode === 229) return
    const name = formatOfKeys(event)
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    const next = isEnter ? continueList(writtenIn(event.currentTarget)) : undefined
    if (name || next) event.preventDefault()
    if (name) format(name)
    else if (next) write(event.currentTarget, next)
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    if (readOnly || pasted(event)) return
    const link = pasteAddress(writtenIn(event.currentTarget), event.clipboardData.getData('text/plain'))
    if (!link) return
    event.preventDefault()
    write(event.currentTarget, link)
  }

  return (
    <div className={css.write}>
      <Toolbar
        label={label}
        controls={id}
        isOff={readOnly}
        onFormat={format}
        onFiles={onFiles}
        onGuide={onGuide}
        tools={tools}
      />
      <TextArea
        {...events}
        {...drops}
        ref={textarea}
        id={id}
        label={label}
        hideLabel
        className={cx(css.text, isDropping && css.dropping)}
        rows={rows}
        grow
        value={value}
        readOnly={readOnly}
        error={error}
        hint={hint}
        required={required}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </div>
  )
}
