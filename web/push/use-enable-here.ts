import { messageOf } from '../api/call.ts'
import { useToast } from '../ui/dialogs/toast.tsx'
import { useEnablePush } from './api.ts'
import { NotPermitted } from './browser.ts'
import { texts } from './texts.ts'

/** Enables push messages in this browser and says how it went; true if they are enabled. */
export function useEnableHere() {
  const { mutateAsync, isPending } = useEnablePush()
  const toast = useToast()

  async function enable() {
    try {
      await mutateAsync(undefined)
      toast.success(texts.enabled)
      return true
    } catch (error) {
      toast.error(error instanceof NotPermitted ? texts.refusedByBrowser : messageOf(error, texts.enableFailed))
      return false
    }
  }
  return { enable, isBusy: isPending }
}
