/** A person with a telephone, as it shows push messages. */
import { seconds } from '../../support/server/community.ts'
import { pushCommunitiesOfThisFile } from '../../support/server/push/push-community.ts'

/** A community in which Telesila has a phone. `rings` lets a message go out; `shown` is what the phone shows then. */
export function phonesOfThisFile() {
  const start = pushCommunitiesOfThisFile()

  return async () => {
    const community = await start()
    const { signInAll, openBrowserOf, advanceClock, deliverPushes } = community
    const [telesila, amparo] = await signInAll('Telesila', 'Amparo')
    const phone = await openBrowserOf(telesila)
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
    return { ...community, telesila, amparo, phone, rings, shown }
  }
}
