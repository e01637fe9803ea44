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
import { isComposing } from '../ui/is-composing.ts'
import { applyState, stateOf } from './apply-state.ts'
import css from './editor.module.css'
import { createEditorHandle, type EditorHandle } from './editor-handle.ts'
import { continueList } from './formatting/continue-list.ts'
import { type FormatName, formatOf } from './formatting/formats.ts'
import { formatOfKeys } from './formatting/keys.ts'
import { pasteAddress } from './formatting/links.ts'
import { MentionArea } from './mentions/mention-area.tsx'
import { pasteRichText } from './rich-text/paste.ts'
import { Toolbar } from './tools/toolbar.tsx'
import { useFileDrop } from './use-file-drop.ts'

export interface WriteProps {
  label: string
  value: string
  onChange: (value: string) => void
  rows?: number | undefined
  error?: ReactNode
  hint?: ReactNode
  readOnly?: boolean | undefined
  required?: boolean | undefined
  tools?: ReactNode
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
  // created once, so that a reference to it stays valid
  const [{ handle: ownHandle, events, flush }] = useState(() => createEditorHandle(textarea, onShow))
  useImperativeHandle(handle, () => ownHandle, [ownHandle])
  useEffect(() => {
    if (!readOnly) flush()
  }, [readOnly, flush])
  const { takePastedFiles, dropProps } = useFileDrop(onFiles, readOnly)

  function format(name: FormatName) {
    if (textarea.current && !readOnly) applyState(textarea.current, formatOf(name).change(stateOf(textarea.current)))
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (readOnly || isComposing(event.nativeEvent)) return
    const name = formatOfKeys(event)
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    const next = isEnter ? continueList(stateOf(event.currentTarget)) : undefined
    if (name || next) event.preventDefault()
    if (name) format(name)
    else if (next) applyState(event.currentTarget, next)
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    if (readOnly || takePastedFiles(event)) return
    const link = pasteAddress(stateOf(event.currentTarget), event.clipboardData.getData('text/plain'))
    if (link) applyState(event.currentTarget, link)
    if (link || pasteRichText(event.currentTarget, event.clipboardData)) event.preventDefault()
  }

  return (
    <div className="stack shrinks">
      <Toolbar
        label={label}
        controls={id}
        isDisabled={readOnly}
        onFormat={format}
        onFiles={onFiles}
        onGuide={onGuide}
        tools={tools}
      />
      <MentionArea
        {...events}
        {...dropProps}
        ref={textarea}
        id={id}
        label={label}
        hideLabel
        className={css.text}
        rows={rows}
        grow
        value={value}
        readOnly={readOnly}
        error={error}
        hint={hint}
        required={required}
        onText={onChange}
        onShow={onShow}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </div>
  )
}
