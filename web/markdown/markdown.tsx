import { type ReactNode, useDeferredValue, useMemo } from 'react'
import ReactMarkdown from 'react-markdown'
import { parserSource } from '../../contract/markdown/parser-source.ts'
import { footnotes, rehypePlugins, remarkPlugins } from '../../contract/markdown/plugins/plugins.ts'
import { safeUrl } from '../../contract/markdown/safe-url.ts'
import { cx } from '../ui/cx.ts'
import { elements } from './elements.tsx'
import { archiveImages } from './images/archive-images.ts'
import { countExternalImages, type ExternalImages } from './images/external-images.ts'
import { WithImageConsent } from './images/with-image-consent.tsx'
import { WithImageViewer } from './images/with-image-viewer.tsx'
import css from './markdown.module.css'
import { PlainText } from './plain-text.tsx'
import { texts } from './texts.ts'

export type MarkdownProps = {
  text: string
  /** Unique on the page and valid in a URL fragment (`post-3f2a`): prefixes the ids of footnotes and headings. */
  id: string
  /** Level of the text's first headings. */
  level?: number
}

/** A text as React elements; no HTML string exists at any point. Load it through `lazy-markdown.tsx`: the parser is large. */
export default function Markdown({ text, id, level = 2 }: MarkdownProps) {
  const deferredText = useDeferredValue(text) // a long preview must not block typing
  const deferredId = useDeferredValue(id) // consent for one text must not apply to another
  const { content, externalImages } = useMemo(
    () => render(deferredText, deferredId, level),
    [deferredText, deferredId, level],
  )
  return (
    <WithImageConsent key={deferredId} id={deferredId} images={externalImages}>
      <WithImageViewer className={cx('prose', css.text)}>{content}</WithImageViewer>
    </WithImageConsent>
  )
}

function render(text: string, id: string, level: number): { content: ReactNode; externalImages: ExternalImages } {
  const { markdown, rest } = parserSource(text)
  const externalImages: ExternalImages = { count: 0, hosts: new Set() }
  try {
    // called as a function, so that parse errors are caught here
    const content = ReactMarkdown({
      children: markdown,
      components: elements,
      remarkPlugins: remarkPlugins(level),
      rehypePlugins: [...rehypePlugins(id), archiveImages, [countExternalImages, externalImages]],
      remarkRehypeOptions: footnotes(id, level),
      urlTransform: safeUrl,
    })
    if (!rest) return { content, externalImages }
    const all = (
      <>
        {content}
        <p className={css.note}>{texts.rest}</p>
        <PlainText text={rest} />
      </>
    )
    return { content: all, externalImages }
  } catch {
    return { content: <PlainText text={text} />, externalImages: { count: 0, hosts: new Set() } }
  }
}
