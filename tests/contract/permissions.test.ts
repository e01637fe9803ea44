// Permissions (SPEC §6): every kind of person with every kind of thing.
import { expect, test } from 'vitest'
import { permissions } from '../../contract/permissions.ts'

const ana = { id: 'a', role: 'normal' } as const
const bruno = { id: 'b', role: 'normal' } as const
const hipatia = { id: 'h', role: 'admin' } as const
const people = { ana, bruno, hipatia }
const post = (author_id: string | null, is_published: boolean) => ({ author_id, is_published })

const everybody = ['ana', 'bruno', 'hipatia']
test.each([
  { thing: 'Ana’s draft', of: post('a', false), reads: ['ana', 'hipatia'], changes: ['ana', 'hipatia'] },
  { thing: 'Ana’s post', of: post('a', true), reads: everybody, changes: ['ana', 'hipatia'] },
  { thing: 'a draft of nobody', of: post(null, false), reads: ['hipatia'], changes: ['hipatia'] },
  { thing: 'a post of nobody', of: post(null, true), reads: everybody, changes: ['hipatia'] },
])('$thing can be read, edited and deleted by the right people only', ({ of, reads, changes }) => {
  const who = (action: 'post.read' | 'post.edit' | 'post.delete') =>
    Object.entries(people).flatMap(([name, person]) => (permissions[action](person, of) ? [name] : []))
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
  const read = (is_active: boolean) =>
    [ana, hipatia].map((person) => permissions['category.read'](person, { is_active }))
  expect([read(true), read(false)]).toEqual([
    [true, true],
    [false, true],
  ])
})
