import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type PushDevice, push } from '../../contract/notices/push.ts'
import { call, isStatus, messageOf } from '../api/call.ts'
import { pushDevicesKey } from '../api/keys.ts'
import { readQuery } from '../api/read-query.ts'
import { useMember } from '../api/session.ts'
import { toast } from '../ui/dialogs/toast.ts'
import { disablePush, enablePush, NotPermitted } from './browser.ts'
import { texts } from './texts.ts'

export const usePushDevices = () => useQuery(readQuery(push.list, pushDevicesKey, {}))

function usePushMutation<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: pushDevicesKey }),
  })
}

/** Enables push messages in this browser and says how it went; true if they are enabled. */
export function useEnableHere() {
  const id = useMember()?.id ?? ''
  const { mutateAsync, isPending } = usePushMutation(() => enablePush(id))

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

export function useRemoveDevice() {
  const userId = useMember()?.id ?? ''
  return usePushMutation(async ({ id, is_current }: PushDevice) => {
    await call(push.remove, { params: { id } }).catch((error) => {
      // it has ended already
      if (!isStatus(error, 404)) throw error
    })
    if (is_current) await disablePush(userId)
  })
}

export const useChangeDevice = (id: string) =>
  usePushMutation((hides_content: boolean) => call(push.update, { params: { id }, body: { hides_content } }))

export const useTestDevice = (id: string) => usePushMutation(() => call(push.test, { params: { id } }))
