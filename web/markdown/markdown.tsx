import { type ReactNode, useDeferredValue, useMemo } from 'react'
import ReactMarkdown from 'react-markdown'
import { cx } from '../ui/cx.ts'
import { AsTyped } from './as-typed.tsx'
import { cut } from './cut.ts'
import { elements } from './elements.tsx'
import css from './markdown.module.css'
import { footnotes, rehypePlugins, remarkPlugins } from './plugins.ts'
import { safeUrl } from './safe-url.ts'
import { texts } from './texts.ts'

export type MarkdownProps = {
  text: string
  /** Unique on the page and in a URL fragment's alphabet (`post-3f2a`): keeps the footnotes of several texts apart. */
  id: string
  /** The level of the text's first headings: one below the heading it stands under. */
  level?: number
}

/**
 * What a member wrote, as React elements: no HTML string exists at any point. Heavy (parser): load it through
 * `lazy-markdown.tsx`.
 */
export default function Markdown({ text, id, level = 2 }: MarkdownProps) {
  const settled = useDeferredValue(text) // a long text must not hold up the typing in the editor beside its preview
  const content = useMemo(() => render(settled, id, level), [settled, id, level])
  return <div className={cx('prose', css.text)}>{content}</div>
}

function render(text: string, id: string, level: number): ReactNode {
  const { markdown, rest } = cut(text)
  try {
    // Called and not mounted: what can't be parsed is caught here, where the text is still at hand.
    const content = ReactMarkdown({
      children: markdown,
      components: elements,
      remarkPlugins: remarkPlugins(level),
      rehypePlugins: rehypePlugins(id),
      remarkRehypeOptions: footnotes(id, level),
      urlTransform: safeUrl,
    })
    if (!rest) return content
    return (
      <>
        {content}
        <p className={css.note}>{texts.rest}</p>
        <AsTyped text={rest} />
      </>
    )
  } catch {
    return <AsTyped text={text} />
  }
}
