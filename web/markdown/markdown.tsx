import { type ReactNode, useDeferredValue, useMemo } from 'react'
import ReactMarkdown from 'react-markdown'
import { cx } from '../ui/cx.ts'
import { AsTyped } from './as-typed.tsx'
import { cut } from './cut.ts'
import { elements } from './elements.tsx'
import { countForeignImages, type ForeignImages } from './foreign-images.ts'
import css from './markdown.module.css'
import { footnotes, rehypePlugins, remarkPlugins } from './plugins.ts'
import { safeUrl } from './safe-url.ts'
import { shieldTokens } from './shield.ts'
import { texts } from './texts.ts'
import { WithAgreement } from './with-agreement.tsx'
import { WithGallery } from './with-gallery.tsx'

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
  const settledId = useDeferredValue(id) // what was agreed to for one text is no agreement for another
  const { content, foreign } = useMemo(() => render(settled, settledId, level), [settled, settledId, level])
  return (
    <WithAgreement key={settledId} id={settledId} foreign={foreign}>
      <WithGallery className={cx('prose', css.text)}>{content}</WithGallery>
    </WithAgreement>
  )
}

function render(text: string, id: string, level: number): { content: ReactNode; foreign: ForeignImages } {
  const { markdown } = cut(shieldTokens(text))
  const rest = text.slice(markdown.length)
  const foreign: ForeignImages = { count: 0, hosts: new Set() }
  try {
    // Called and not mounted: what can't be parsed is caught here, where the text is still at hand.
    const content = ReactMarkdown({
      children: markdown,
      components: elements,
      remarkPlugins: remarkPlugins(level),
      rehypePlugins: [...(rehypePlugins(id) ?? []), [countForeignImages, foreign]],
      remarkRehypeOptions: footnotes(id, level),
      urlTransform: safeUrl,
    })
    if (!rest) return { content, foreign }
    const all = (
      <>
        {content}
        <p className={css.note}>{texts.rest}</p>
        <AsTyped text={rest} />
      </>
    )
    return { content: all, foreign }
  } catch {
    return { content: <AsTyped text={text} />, foreign: { count: 0, hosts: new Set() } }
  }
}
