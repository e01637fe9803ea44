import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import css from '../markdown.module.css'
import { texts } from '../texts.ts'
import type { ExternalImages } from './external-images.ts'

interface Props {
  images: ExternalImages
  areShown: boolean
  isRemembered: boolean
  onToggle: () => void
}

/** Offers to show or hide the external images of a text. One button for both, so that it keeps the focus. */
export function ExternalImagesBar({ images: { count, hosts }, areShown, isRemembered, onToggle }: Props) {
  const shown = isRemembered ? texts.choiceRemembered : texts.choiceNotRemembered
  const hint = areShown ? shown : texts.visitWarning(hosts.size)
  return (
    <div className={css.bar} data-print="no">
      <Icon name="image" className={css.barIcon} />
      <p className={css.barText}>
        {texts.externalImages(count, [...hosts])} <span className={css.barHint}>{hint}</span>
      </p>
      <Button variant="quiet" size="s" className={css.choice} onClick={onToggle}>
        {areShown ? texts.hideImages : texts.showImages}
      </Button>
    </div>
  )
}
