import { useRef, useState } from 'react'
import type { PreferenceName } from '../../contract/notifications.ts'
import { messageOf } from '../api/call.ts'
import { useSavePreferences } from './api.ts'
import { usePassing } from './passing.ts'
import { texts } from './texts.ts'

/**
 * Saves what is chosen, and what there is to say of it: a failure beside the switch that went back, until it is chosen
 * anew, and a success for a moment.
 */
export function useChoices() {
  const { mutateAsync: save } = useSavePreferences()
  const [failures, setFailures] = useState<Partial<Record<PreferenceName, string>>>({})
  const [isSaved, saySaved, stopSaying] = usePassing()
  const last = useRef<Partial<Record<PreferenceName, symbol>>>({})

  async function choose(name: PreferenceName, isWanted: boolean) {
    const choice = Symbol(name)
    last.current[name] = choice
    setFailures(({ [name]: _, ...others }) => others)
    stopSaying()
    try {
      await save({ [name]: isWanted })
      saySaved()
    } catch (error) {
      // what was chosen again meanwhile is decided by the later call
      if (last.current[name] !== choice) return
      setFailures((others) => ({ ...others, [name]: messageOf(error, texts.updateFailed) }))
    }
  }

  return { choose, failures, isSaved }
}
