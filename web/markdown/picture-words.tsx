import { Icon } from '../ui/icons.tsx'
import css from './markdown.module.css'
import { texts } from './texts.ts'

/** What stands in an image's place: what it shows, and why it isn't shown. */
export function PictureWords({ alt, hint }: { alt: string; hint?: string }) {
  return (
    <>
      <Icon name="image" size={16} />
      <span>{alt || (hint ? '' : texts.image)}</span>
      {hint && <span className={css.hint}>{hint}</span>}
    </>
  )
}
