import { record } from '../audit/rules.ts'
import { toNameKey } from '../db/name-key.ts'
import type { Schema } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { OperatorError } from '../operator-error.ts'
import type { Services } from '../services.ts'
import { alone } from './imports.ts'
import { personSource } from './people.ts'
import {
  deletePerson,
  findImportedThing,
  findPerson,
  listAccounts,
  moveThings,
  restartFills,
  setImportedPerson,
} from './queries.ts'
import { keepIfNeeded, write } from './write.ts'

/** Rows of a transaction: others who write wait for milliseconds. */
const batchSize = 200

const owners = [
  ['posts', 'author_id'],
  ['comments', 'author_id'],
  ['chat_messages', 'author_id'],
  ['files', 'uploader_id'],
] as const satisfies [keyof Schema, string][]

/**
 * Gives all that imports brought under a name without an account to a member, and what later ones bring under it. Killed, it
 * goes on when it is begun again. Returns the number of things.
 */
export const assign = (services: Services, name: string, memberName: string): Promise<number> =>
  alone(services, async () => {
    const { db } = services
    const source = personSource(name)
    const personId = (await findImportedThing(db, source))?.thing_id
    const person = personId === undefined ? undefined : await findPerson(db, personId)
    if (!person) throw new OperatorError(`No import brought anything by ${JSON.stringify(name)}.`)
    if (person.deleted_at === null)
      throw new OperatorError(`${JSON.stringify(name)} is ${JSON.stringify(person.name)} already.`)
    const [member] = await listAccounts(db, { nameKey: toNameKey(memberName), emailKey: undefined })
    if (!member) throw new OperatorError(`There is no account named ${JSON.stringify(memberName)}.`)
    let count = 0
    for (const [table, column] of owners) {
      let moved: number
      do {
        moved = await write(db, (tx) =>
          moveThings(tx, { table, column, from: person.id, to: member.id, limit: batchSize }),
        )
        count += moved
      } while (moved > 0)
    }
    await transaction(db, async (tx) => {
      await setImportedPerson(tx, source, member.id)
      // whose a text is stands in the index
      await restartFills(tx)
      await record(services, tx, 'operator', 'import_assigned', {
        target: person.name,
        detail: `${count} → ${member.name}`,
      })
    })
    await transaction(db, (tx) => deletePerson(tx, person.id)).catch(keepIfNeeded)
    return count
  })
