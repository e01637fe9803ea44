/** The demand for second factors, as administrators set it. */
import type { DemandChange, FactorDemand } from '../../../../contract/auth/factors.ts'
import type { Problem } from '../../../../contract/index.ts'
import { type Community, expectDone, type Person } from '../../../support/server/community.ts'
import { factorsOf } from '../factors/factors.ts'

const nobody: DemandChange = { admins_from: null, everybody_from: null }

/** Hipatia has a second factor afterwards. */
export async function demandsOf(community: Community) {
  const { hipatia } = community
  const factors = factorsOf(community)
  await factors.addApp(hipatia)
  const at = (ms: number) => new Date(community.clock.now + ms).toISOString()
  const tryToDemand = (by: Person, demand: Partial<DemandChange>) =>
    by.put<FactorDemand & Problem>('/auth/factor-demand', { ...nobody, ...demand })
  return {
    ...factors,
    /** A moment some milliseconds from now. */
    at,
    tryToDemand,
    demand: async (demand: Partial<DemandChange>) => expectDone(await tryToDemand(hipatia, demand)),
    /** Without a second factor; another name each time. */
    async admin(name: string) {
      await hipatia.createsAccount(name, { role: 'admin' })
      return community.signIn(name)
    },
  }
}
