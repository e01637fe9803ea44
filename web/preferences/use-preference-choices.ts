import { useRef, useState } from 'react'
import type { PreferenceName } from '../../contract/preferences.ts'
import { messageOf } from '../api/call.ts'
import { useTemporaryFlag } from '../ui/hooks/use-temporary-flag.ts'
import { useSavePreferences } from './api.ts'
import { texts } from './texts.ts'

/** Saves each choice. A failure is shown at its switch until the next choice, a success briefly. */
export function usePreferenceChoices() {
  const { mutateAsync: save } = useSavePreferences()
  const [failures, setFailures] = useState<Partial<Record<PreferenceName, string>>>({})
  const [isSaved, showSaved, hideSaved] = useTemporaryFlag()
  const latestChoices = useRef<Partial<Record<PreferenceName, symbol>>>({})

  async function choose(name: PreferenceName, isWanted: boolean) {
    const choice = Symbol(name)
    latestChoices.current[name] = choice
    setFailures(({ [name]: _, ...others }) => others)
    hideSaved()
    try {
      await save({ [name]: isWanted })
      showSaved()
    } catch (error) {
      // superseded by a later choice
      if (latestChoices.current[name] !== choice) return
      setFailures((others) => ({ ...others, [name]: messageOf(error, texts.updateFailed) }))
    }
  }

  return { choose, failures, isSaved }
}
