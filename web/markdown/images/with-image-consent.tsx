import { createContext, type ReactNode, useMemo, useState } from 'react'
import { readEntry, storeEntry } from '../../api/local-entries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import css from '../markdown.module.css'
import { texts } from '../texts.ts'
import type { ExternalImages } from './external-images.ts'

interface ImageConsent {
  areShown: boolean
  /** Increased when consent is withdrawn, which also hides images that were requested one by one. */
  round: number
}

export const ImageConsent = createContext<ImageConsent>({ areShown: false, round: 0 })

/** Set inside a link, where an image can't contain a button or a link of its own. */
export const InLink = createContext<{ areShown: boolean } | null>(null)

const keyOf = (id: string) => `images ${id}`

/** Only saved texts have a permanent id; a preview has none. */
const canRemember = (id: string) => /^[0-9a-f]{32}$/.test(id)

/** Where storage is blocked the choice lasts until the page is left. */
const isRemembered = (id: string) => canRemember(id) && readEntry(keyOf(id)) === '1'

function remember(id: string, areShown: boolean): void {
  if (canRemember(id)) storeEntry(keyOf(id), areShown ? '1' : null)
}

interface Props {
  /** Id of the text; use it as `key` too. */
  id: string
  images: ExternalImages
  children: ReactNode
}

/**
 * Loads the external images of a text once the reader consents, with a bar above the text. A single image whose choice
 * can't be remembered needs no bar: its placeholder does the same.
 */
export function WithImageConsent({ id, images, children }: Props) {
  const [areShown, setShown] = useState(() => isRemembered(id))
  const [round, setRound] = useState(0)
  const consent = useMemo(() => ({ areShown, round }), [areShown, round])
  const isRemembering = canRemember(id)
  const isNeeded = images.count > (isRemembering ? 0 : 1)

  function toggle() {
    remember(id, !areShown)
    setShown(!areShown)
    if (areShown) setRound(round + 1)
  }

  return (
    <>
      {isNeeded && (
        <ExternalImagesBar images={images} areShown={areShown} isRemembered={isRemembering} onToggle={toggle} />
      )}
      <ImageConsent value={consent}>{children}</ImageConsent>
    </>
  )
}

interface BarProps {
  images: ExternalImages
  areShown: boolean
  isRemembered: boolean
  onToggle: () => void
}

/** Offers to show or hide the external images of a text. One button for both, so that it keeps the focus. */
function ExternalImagesBar({ images: { count, hosts }, areShown, isRemembered, onToggle }: BarProps) {
  const shown = isRemembered ? texts.choiceRemembered : texts.choiceNotRemembered
  const hint = areShown ? shown : texts.visitWarning(hosts.size)
  return (
    <div className={css.bar} data-print="no">
      <Icon name="image" className={`faint ${css.barIcon}`} />
      <p className={css.barText}>
        {texts.externalImages(count, [...hosts])} <span className={css.barHint}>{hint}</span>
      </p>
      <Button variant="quiet" size="s" className={css.choice} onClick={onToggle}>
        {areShown ? texts.hideImages : texts.showImages}
      </Button>
    </div>
  )
}
