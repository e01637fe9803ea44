import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type PushDevice, push } from '../../contract/notices/push.ts'
import { call, isStatus } from '../api/call.ts'
import { pushDevicesKey } from '../api/keys.ts'
import { readQuery } from '../api/read-query.ts'
import { useMember } from '../api/session.ts'
import { disablePush, enablePush } from './browser.ts'

export const usePushDevices = () => useQuery(readQuery(push.list, pushDevicesKey, {}))

function usePushMutation<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: pushDevicesKey }),
  })
}

export function useEnablePush() {
  const id = useMember()?.id ?? ''
  return usePushMutation(() => enablePush(id))
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
