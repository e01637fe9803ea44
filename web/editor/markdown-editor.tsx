import { useId, useRef, useState } from 'react'
import { isBlank } from '../../contract/fields.ts'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import css from './editor.module.css'
import { texts } from './texts.ts'
import { WritePanel, type WriteProps } from './write-panel.tsx'

interface Props extends WriteProps {
  /** Id of the textarea; the preview's is `…-preview`. */
  id?: string
  /** Level of the preview's first headings. */
  level?: number
}

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
