import { Icon } from '../../ui/icons.tsx'
import { texts } from '../texts.ts'

export function ImagePlaceholder({ alt, hint }: { alt: string; hint?: string }) {
  return (
    <>
      <Icon name="image" size={16} />
      <span>{alt || (hint ? '' : texts.image)}</span>
      {hint && <span className="faint">{hint}</span>}
    </>
  )
}
