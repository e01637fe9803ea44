import * as z from 'zod/mini'
import { api } from '../../contract/index.ts'
import { searchKinds } from '../../contract/search.ts'
import { withWholeWords } from '../../contract/text/invisible.ts'
import { readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { dayBegins } from '../lib/dates.ts'
import type { Services } from '../services.ts'
import { ranks } from './conditions.ts'
import { findEverything } from './find.ts'
import { parseSearch } from './parse.ts'

const ByRank = z.tuple([z.int().check(z.minimum(0), z.maximum(ranks - 1)), z.int(), z.int(), z.int(), z.int(), z.int()])

const latest = (moments: number[]) => (moments.length === 0 ? undefined : Math.max(...moments))
const earliest = (moments: number[]) => (moments.length === 0 ? undefined : Math.min(...moments))

export function searchRoutes(serve: Serve, services: Services) {
  const { timeZone } = services.settings
  const momentsOf = (typed: string[], chosen: string | undefined) =>
    [...typed, ...(chosen === undefined ? [] : [chosen])].map((date) => dayBegins(date, timeZone))

  serve(api.search.find, ({ user, query }) => {
    const q = withWholeWords(query.q)
    const parsed = parseSearch(q)
    const chosen = query.kind ?? [...searchKinds]
    const search = {
      ...parsed,
      q,
      from: latest(momentsOf(parsed.after, query.after)),
      until: earliest(momentsOf(parsed.before, query.before)),
      author_id: query.from,
      category_id: query.category_id,
    }
    return findEverything(services, user, search, {
      kinds: parsed.kinds.length > 0 ? chosen.filter((kind) => parsed.kinds.includes(kind)) : chosen,
      limit: query.limit,
      perKind: query.per_kind,
      after: readCursor(ByRank, query.cursor),
    })
  })
}
