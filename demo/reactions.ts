import type { ChatMessage } from '../contract/chat.ts'
import type { SignedIn } from '../server/http/serve.ts'
import { addReaction } from '../server/reactions/rules.ts'
import type { Services } from '../server/services.ts'
import { findByName } from './entries.ts'
import type { DemoIds } from './tokens.ts'

interface DemoReaction {
  emoji: string
  by: string[]
}

/** By the names of the posts. */
const toPosts: Record<string, DemoReaction[]> = {
  'ha-llegado-la-caja': [
    { emoji: '❤️', by: ['Nuria Ortiz', 'Íñigo Salvatierra', 'Ñusta Quispe', 'Amparo Ruiz'] },
    { emoji: '😮', by: ['Lucía Ferrándiz'] },
  ],
  'excursion-al-faro': [{ emoji: '👍', by: ['Carmen Albaladejo', 'Zoé Quintana', 'Óscar Peñalver', 'Tomás Belmonte'] }],
  'rosquillas-de-anis': [{ emoji: '🙏', by: ['Benito Cañizares', 'Inés Mondragón'] }],
}

/** By the beginnings of the messages. */
const toMessages: Record<string, DemoReaction[]> = {
  '«A buelto el perro.»': [
    { emoji: '😂', by: ['Carmen Albaladejo', 'Zoé Quintana', 'Lucía Ferrándiz'] },
    { emoji: '❤️', by: ['Ñusta Quispe'] },
  ],
  'Voy a escribirle un poema.': [{ emoji: '🙏', by: ['Íñigo Salvatierra'] }],
}

interface Community {
  people: Map<string, SignedIn>
  ids: DemoIds
  messages: ChatMessage[]
}

export async function seedReactions(services: Services, { people, ids, messages }: Community) {
  const add = async (kind: 'post' | 'message', id: string, reactions: DemoReaction[]) => {
    for (const { emoji, by } of reactions)
      for (const name of by) await addReaction(services, findByName(people, name), { kind, id }, emoji)
  }
  for (const [name, reactions] of Object.entries(toPosts)) await add('post', findByName(ids.posts, name), reactions)
  for (const [beginning, reactions] of Object.entries(toMessages)) {
    const found = messages.find(({ message }) => message.startsWith(beginning))
    if (!found) throw new Error(`no message of the demo begins with "${beginning}"`)
    await add('message', found.id, reactions)
  }
}
