import { useEffect } from 'react'

const reasons = new Set<string>()
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Makes the browser ask before the window is closed, while any reason is set. */
export function setUnloadWarning(reason: string, isOn: boolean) {
  if (isOn) reasons.add(reason)
  else reasons.delete(reason)
  // adding the same listener twice adds it once
  if (reasons.size > 0) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

export function useUnloadWarning(reason: string, isOn: boolean) {
  useEffect(() => {
    setUnloadWarning(reason, isOn)
    return () => setUnloadWarning(reason, false)
  }, [reason, isOn])
}
