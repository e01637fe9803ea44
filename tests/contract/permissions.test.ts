// Permissions (SPEC §6): every kind of person with every kind of thing.
import { expect, test } from 'vitest'
import { permissions } from '../../contract/permissions.ts'

const ana = { id: 'a', role: 'normal' } as const
const bruno = { id: 'b', role: 'normal' } as const
const hipatia = { id: 'h', role: 'admin' } as const
const people = { ana, bruno, hipatia }
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
])('%s can be read, edited and deleted by the right people only', (_what, thing, reads, changes) => {
  const who = (action: 'post.read' | 'post.edit' | 'post.delete') =>
    Object.fromEntries(Object.entries(people).map(([name, person]) => [name, permissions[action](person, thing)]))
  expect(who('post.read')).toEqual(reads)
  expect(who('post.edit')).toEqual(changes)
  expect(who('post.delete')).toEqual(changes)
})

test.each(['comment.edit', 'comment.delete', 'news.edit', 'news.delete'] as const)(
  '%s is for the author and admins, and for admins only after the account is deleted',
  (action) => {
    const who = (author_id: string | null) =>
      Object.entries(people).flatMap(([name, person]) => (permissions[action](person, { author_id }) ? [name] : []))
    expect(who('a')).toEqual(['ana', 'hipatia'])
    expect(who(null)).toEqual(['hipatia'])
  },
)

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
