import type { Components } from 'react-markdown'
import { Anchor } from './anchor.tsx'
import { ArchiveImage, type ArchiveImageProps } from './images/archive-image.tsx'
import { TextImage } from './images/text-image.tsx'
import { LinkToken } from './link-token.tsx'
import css from './markdown.module.css'
import { Mention } from './mention.tsx'
import { texts } from './texts.ts'
import { YoutubeVideo } from './youtube-video.tsx'

/** Components by element. A plugin that adds an element (`hName`) adds its component here. */
export const elements: Components = {
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
