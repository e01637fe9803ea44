// @databases both
// Two servers on one database count the same failures.
import { afterAll, expect } from 'vitest'
import { createLocation, startCommunity } from '../../support/server/community.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { howMany, times } from '../../support/server/sign-ins.ts'

const location = await createLocation()
const first = await startCommunity({ location })
const second = first.isPostgres ? await startCommunity({ location }) : first
afterAll(async () => {
  if (second !== first) await second.close()
  await first.close()
  location.remove()
})

onPostgres('of forty simultaneous guesses for Ana on two servers ten are checked in all', async () => {
  await first.hipatia.createsAccount('Ana')
  const answers = await times(40, (turn) => (turn % 2 ? first : second).tryToSignIn('Ana', 'mal'))
  expect({ looked: howMany(answers, 401), turned: howMany(answers, 429) }).toEqual({ looked: 10, turned: 30 })
  for (const { tryToSignIn } of [first, second]) expectRefusal(await tryToSignIn('Ana'), 429)
})
