import { type ReactNode, useMemo, useState } from 'react'
import { Agreement, canRemember, isRemembered, remember } from './agreement.ts'
import { ForeignBar } from './foreign-bar.tsx'
import type { ForeignImages } from './foreign-images.ts'

interface Props {
  /** The text's; another text begins anew by its `key`. */
  id: string
  foreign: ForeignImages
  children: ReactNode
}

/**
 * A text whose foreign images are loaded once the reader agrees. The bar stands above it: the choice is about all of
 * the text, can be made before reading, and stays where it can be taken back. It is spared where it could do no more
 * than the one placeholder does.
 */
export function WithAgreement({ id, foreign, children }: Props) {
  const [areShown, setShown] = useState(() => isRemembered(id))
  const [round, setRound] = useState(0)
  const agreement = useMemo(() => ({ areShown, round }), [areShown, round])
  const isRemembering = canRemember(id)
  const isNeeded = foreign.count > (isRemembering ? 0 : 1)

  function toggle() {
    remember(id, !areShown)
    setShown(!areShown)
    if (areShown) setRound(round + 1)
  }

  return (
    <>
      {isNeeded && <ForeignBar foreign={foreign} areShown={areShown} isRemembered={isRemembering} onToggle={toggle} />}
      <Agreement value={agreement}>{children}</Agreement>
    </>
  )
}
