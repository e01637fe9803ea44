// Who may do what (SPEC §6), every person with every thing.
import { expect, test } from 'vitest'
import { permissions } from '../../contract/permissions.ts'

const ana = { id: 'a', role: 'normal' } as const
const bruno = { id: 'b', role: 'normal' } as const
const hipatia = { id: 'h', role: 'admin' } as const
const post = (author_id: string | null, is_published: boolean) => ({ author_id, is_published })

test.each([
  [
    'Ana’s draft',
    post('a', false),
    { ana: true, bruno: false, hipatia: true },
    { ana: true, bruno: false, hipatia: true },
  ],
  [
    'Ana’s post',
    post('a', true),
    { ana: true, bruno: true, hipatia: true },
    { ana: true, bruno: false, hipatia: true },
  ],
  [
    'a draft of nobody',
    post(null, false),
    { ana: false, bruno: false, hipatia: true },
    { ana: false, bruno: false, hipatia: true },
  ],
  [
    'a post of nobody',
    post(null, true),
    { ana: true, bruno: true, hipatia: true },
    { ana: false, bruno: false, hipatia: true },
  ],
])('%s', (_what, thing, reads, edits) => {
  const all = { ana, bruno, hipatia }
  const who = (action: 'post.read' | 'post.edit') =>
    Object.fromEntries(Object.entries(all).map(([name, person]) => [name, permissions[action](person, thing)]))
  expect(who('post.read')).toEqual(reads)
  expect(who('post.edit')).toEqual(edits)
})

test('an inactive category is for admins', () => {
  expect([ana, hipatia].map((person) => permissions['category.read'](person, { is_active: true }))).toEqual([
    true,
    true,
  ])
  expect([ana, hipatia].map((person) => permissions['category.read'](person, { is_active: false }))).toEqual([
    false,
    true,
  ])
})
