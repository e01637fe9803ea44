import type { Hit } from '../../contract/search.ts'
import { markedParts } from './marked-parts.ts'
import css from './search.module.css'

export const Excerpt = ({ hit, className }: { hit: Hit; className?: string | undefined }) => (
  <bdi className={className}>
    {markedParts(hit.excerpt, hit.marks).map(({ text, isMarked }, index) => {
      return isMarked ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
        <mark key={index} className={css.mark}>
          {text}
        </mark>
      ) : (
        text
      )
    })}
  </bdi>
)
