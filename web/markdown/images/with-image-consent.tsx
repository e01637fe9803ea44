import { type ReactNode, useMemo, useState } from 'react'
import type { ExternalImages } from './external-images.ts'
import { ExternalImagesBar } from './external-images-bar.tsx'
import { canRemember, ImageConsent, isRemembered, remember } from './image-consent.ts'

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
