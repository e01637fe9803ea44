/** A person with a telephone, as it shows push messages. */
import { seconds } from '../../support/server/community.ts'
import { startWithBrowser } from '../../support/server/push/push-community.ts'

/** A community in which Telesila has a phone. `rings` lets a message go out; `shown` is what the phone shows then. */
export async function startWithPhone() {
  const { browser: phone, ...community } = await startWithBrowser()
  const { signIn, advanceClock, deliverPushes } = community
  const amparo = await signIn('Amparo')
  const rings = async () => {
    advanceClock(seconds(3))
    await deliverPushes()
  }
  /** By thread, as the phone's worker shows them. */
  function shown() {
    const threads = new Map<string, object>()
    for (const { message } of phone.received)
      if ('is_withdrawn' in message) threads.delete(message.thread)
      else threads.set(message.thread, { title: message.title, body: message.body, path: message.path })
    return [...threads.values()]
  }
  return { ...community, amparo, phone, rings, shown }
}
