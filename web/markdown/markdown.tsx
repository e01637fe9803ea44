import '../theme/prose.css'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import { parserSource } from '../../contract/markdown/parser-source.ts'
import { footnotes, rehypePlugins, remarkPlugins } from '../../contract/markdown/plugins/plugins.ts'
import { safeUrl } from '../../contract/markdown/safe-url.ts'
import { cx } from '../ui/cx.ts'
import { Anchor } from './anchor.tsx'
import { ArchiveImage, type ArchiveImageProps, archiveImages } from './images/archive-image.tsx'
import { countExternalImages, type ExternalImages } from './images/external-images.ts'
import { TextImage } from './images/text-image.tsx'
import { WithImageConsent } from './images/with-image-consent.tsx'
import { WithImageViewer } from './images/with-image-viewer.tsx'
import { LinkToken } from './link-token.tsx'
import css from './markdown.module.css'
import { Mention } from './mention.tsx'
import { PlainText } from './plain-text.tsx'
import { texts } from './texts.ts'
import { YoutubeVideo } from './youtube-video.tsx'

export type MarkdownProps = {
  text: string
  /** Unique on the page and valid in a URL fragment (`post-3f2a`): prefixes the ids of footnotes and headings. */
  id: string
  /** Level of the text's first headings. */
  level?: number
  /** Other components in place of those of members' texts; the same object at each render. */
  components?: Components
}

/** A text as React elements; no HTML string exists at any point. Load it through `lazy-markdown.tsx`: the parser is large. */
export default function Markdown({ text, id, level = 2, components = none }: MarkdownProps) {
  const deferredText = useDeferredValue(text) // a long preview must not block typing
  const deferredId = useDeferredValue(id) // consent for one text must not apply to another
  const { content, externalImages } = useMemo(
    () => render(deferredText, deferredId, level, components),
    [deferredText, deferredId, level, components],
  )
  return (
    <WithImageConsent key={deferredId} id={deferredId} images={externalImages}>
      <WithImageViewer className={cx('prose', css.text)}>{content}</WithImageViewer>
    </WithImageConsent>
  )
}

const none: Components = {}

function render(
  text: string,
  id: string,
  level: number,
  components: Components,
): { content: ReactNode; externalImages: ExternalImages } {
  const { markdown, rest } = parserSource(text)
  const externalImages: ExternalImages = { count: 0, hosts: new Set() }
  try {
    // called as a function, so that parse errors are caught here
    const content = ReactMarkdown({
      children: markdown,
      components: { ...elements, ...components },
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

/** Components by element. A plugin that adds an element (`hName`) adds its component here. */
const elements: Components = {
  a: Anchor,
  img: ({ node: _, ...props }) => <TextImage key={props.src} {...props} />,
  input: ({ node: _, ...props }) => <input {...props} aria-label={props.checked ? texts.taskDone : texts.taskOpen} />,
  pre: ({ node: _, ...props }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll inside, by keyboard too
    <pre tabIndex={0} {...props} />
  ),
  table: ({ node: _, 'aria-label': label, ...props }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll inside, by keyboard too
    <section className={`table-scroll ${css.table}`} tabIndex={0} aria-label={label}>
      <table {...props} />
    </section>
  ),
  ...({
    'youtube-video': YoutubeVideo,
    'link-token': LinkToken,
    // one place may hold another image after an edit
    'archive-image': (props: ArchiveImageProps) => <ArchiveImage key={props.target} {...props} />,
    'mention-name': Mention,
  } as Components),
}
