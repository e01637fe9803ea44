import { useEffect, useRef, useState } from 'react'
import type { PreferenceName } from '../../contract/notifications.ts'
import { messageOf } from '../api/call.ts'
import { useSavePreferences } from './api.ts'
import { texts } from './texts.ts'

/** Milliseconds that a success is told of (SPEC §9). */
const toldFor = 3000

/**
 * Saves what is chosen, and what there is to say of it: a failure beside the switch that went back, until it is chosen
 * anew, and a success for 3 s.
 */
export function useChoices() {
  const { mutateAsync: save } = useSavePreferences()
  const [failures, setFailures] = useState<Partial<Record<PreferenceName, string>>>({})
  /** How many were saved since there was last nothing to tell. */
  const [saved, setSaved] = useState(0)
  const last = useRef<Partial<Record<PreferenceName, symbol>>>({})

  useEffect(() => {
    if (saved === 0) return
    const timer = setTimeout(() => setSaved(0), toldFor)
    return () => clearTimeout(timer)
  }, [saved])

  async function choose(name: PreferenceName, isWanted: boolean) {
    const choice = Symbol(name)
    last.current[name] = choice
    setFailures(({ [name]: _, ...others }) => others)
    setSaved(0)
    try {
      await save({ [name]: isWanted })
      setSaved((count) => count + 1)
    } catch (error) {
      // what was chosen again meanwhile is decided by the later call
      if (last.current[name] !== choice) return
      setFailures((others) => ({ ...others, [name]: messageOf(error, texts.updateFailed) }))
    }
  }

  return { choose, failures, isSaved: saved > 0 }
}
