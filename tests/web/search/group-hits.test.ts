import { expect, test } from 'vitest'
import type { Hit } from '../../../contract/search.ts'
import { groupHits } from '../../../web/search/api.ts'

const hit = (kind: Hit['kind'], id: string): Hit => ({
  kind,
  id,
  title: id,
  path: `/${id}`,
  excerpt: '',
  marks: [],
  author_name: null,
  at: null,
  thumb_url: null,
})

test('hits are grouped by kind in the order of the best ones', () => {
  const posts = ['1', '2', '3'].map((id) => hit('post', id))
  const groups = groupHits([hit('news', 'n'), ...posts, hit('news', 'm')])
  expect(groups.map(({ kind, hits }) => [kind, hits.map(({ id }) => id).join()])).toEqual([
    ['news', 'n,m'],
    ['post', '1,2,3'],
  ])
})
