import { useId, useRef, useState } from 'react'
import { isBlank } from '../../contract/fields.ts'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'
import { Tabs } from '../ui/tabs.tsx'
import css from './markdown-editor.module.css'
import { texts } from './texts.ts'
import { WritePanel, type WriteProps } from './write-panel.tsx'

interface Props extends WriteProps {
  /** Of the textarea; unique on the page, as is the preview's (`…-preview`). */
  id?: string
  /** The level of the first headings in the preview: that of the place where the text will stand. */
  level?: number
}

/** Markdown is written, with a toolbar and keys, and looked at as it will be read. */
export function MarkdownEditor({ id, level, ...writing }: Props) {
  const own = useId()
  const [tab, setTab] = useState<'write' | 'preview'>('write')
  const textarea = useRef<HTMLTextAreaElement>(null)
  const field = id ?? own
  const { value, label } = writing
  const preview = isBlank(value) ? (
    <p className={css.nothing}>{texts.nothingToPreview}</p>
  ) : (
    <LazyMarkdown id={`${field}-preview`} text={value} level={level} />
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
          panel: <WritePanel {...writing} id={field} textarea={textarea} onShow={() => setTab('write')} />,
        },
        { value: 'preview', label: texts.preview, panel: tab === 'preview' && preview },
      ]}
    />
  )
}
