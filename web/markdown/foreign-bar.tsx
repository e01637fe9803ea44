import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import css from './foreign-bar.module.css'
import type { ForeignImages } from './foreign-images.ts'
import { texts } from './texts.ts'

interface Props {
  foreign: ForeignImages
  areShown: boolean
  isRemembered: boolean
  onToggle: () => void
}

/** What a text would ask of others, and the choice. One button for both ways, so that it keeps the focus. */
export function ForeignBar({ foreign: { count, hosts }, areShown, isRemembered, onToggle }: Props) {
  const shown = isRemembered ? texts.foreignRemembered : texts.foreignShown
  const hint = areShown ? shown : texts.foreignPrice(hosts.size)
  return (
    <div className={css.bar} data-print="no">
      <Icon name="image" className={css.sign} />
      <p className={css.words}>
        {texts.foreignImages(count, [...hosts])} <span className={css.hint}>{hint}</span>
      </p>
      <Button variant="quiet" size="s" className={css.choice} onClick={onToggle}>
        {areShown ? texts.hideImages : texts.showImages}
      </Button>
    </div>
  )
}
