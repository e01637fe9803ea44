import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { pushDevicesKey } from '../api/keys.ts'
import { useSession, whenSignedOut } from '../api/session.ts'
import { onNewToken } from '../api/token-renewal.ts'
import { type FromWorker, messages } from '../service-worker/messages.ts'
import { forgetPush, isSubscriptionLost, renewPush } from './browser.ts'

const warn = (error: unknown) => console.warn('push', error)

/** The last signed-in person of this page. */
let person: string | undefined

function signedIn(userId: string) {
  if (person === undefined) {
    whenSignedOut(() => void forgetPush(person ?? '').catch(warn))
    // with the token before it the subscription has ended
    onNewToken(() => void renewPush(person ?? '').catch(warn))
  }
  person = userId
  return renewPush(userId).catch(warn)
}

/** Keeps the subscription of this browser with its person's session, and opens what a pressed notification is about. */
export function usePush() {
  const session = useSession()
  const userId = session.phase === 'member' ? session.user.id : undefined
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate(path))

  const client = useQueryClient()

  useEffect(() => {
    if (userId !== undefined) void signedIn(userId).then(() => client.invalidateQueries({ queryKey: pushDevicesKey }))
  }, [userId, client])

  useEffect(() => {
    if (userId === undefined) return
    // installed apps stay open for weeks, in which the browser may drop the subscription or lose the permission
    async function recheck() {
      if (document.visibilityState !== 'visible' || !(await isSubscriptionLost())) return
      await renewPush(userId as string)
      await client.invalidateQueries({ queryKey: pushDevicesKey })
    }
    const listener = () => void recheck().catch(warn)
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  }, [userId, client])

  useEffect(() => {
    const listener = ({ data, ports }: MessageEvent<FromWorker>) => {
      if (data.type !== messages.open) return
      ports[0]?.postMessage('opened')
      open(data.path)
    }
    navigator.serviceWorker?.addEventListener('message', listener)
    return () => navigator.serviceWorker?.removeEventListener('message', listener)
  }, [])
}
