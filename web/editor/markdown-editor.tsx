import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { isBlank } from '../../contract/fields.ts'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'
import { isComposing } from '../ui/is-composing.ts'
import { Tabs } from '../ui/page/tabs.tsx'
import css from './editor.module.css'
import { applyState, createEditorHandle, type EditorHandle, stateOf } from './editor-handle.ts'
import { type FormatName, formatOf, formatOfKeys } from './formatting/formats.ts'
import { continueList } from './formatting/lines.ts'
import { pasteAddress } from './formatting/links.ts'
import { MentionArea } from './mentions/mention-area.tsx'
import { pasteRichText } from './rich-text/paste.ts'
import { texts } from './texts.ts'
import { Toolbar } from './tools/toolbar.tsx'
import { useFileDrop } from './use-file-drop.ts'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  hint?: ReactNode
  readOnly?: boolean | undefined
  required?: boolean | undefined
  tools?: ReactNode
  onFiles?: ((files: File[]) => void) | undefined
  onGuide?: (() => void) | undefined
  handle?: Ref<EditorHandle> | undefined
}

export function MarkdownEditor(props: Props) {
  const { value, label } = props
  const id = useId()
  const [tab, setTab] = useState<'write' | 'preview'>('write')
  const textarea = useRef<HTMLTextAreaElement>(null)
  const preview = isBlank(value) ? (
    <p className="muted italic">{texts.nothingToPreview}</p>
  ) : (
    <LazyMarkdown id={`${id}-preview`} text={value} />
  )

  return (
    <Tabs
      label={label}
      value={tab}
      onValueChange={setTab}
      keepMounted // the textarea keeps its undo history
      tabs={[
        {
          value: 'write',
          label: texts.write,
          panel: <WritePanel {...props} id={id} textarea={textarea} onShow={() => setTab('write')} />,
        },
        { value: 'preview', label: texts.preview, panel: tab === 'preview' && preview },
      ]}
    />
  )
}

interface PanelProps extends Props {
  id: string
  textarea: RefObject<HTMLTextAreaElement | null>
  onShow: () => void
}

function WritePanel(props: PanelProps) {
  const { id, label, value, onChange, error, hint, readOnly = false, required, textarea, onShow } = props
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
        rows={12}
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
