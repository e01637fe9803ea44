// SPEC §7, 'The calls it makes', typed again: every call of the table is a row of the contract, by that method and path.

import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { api } from '../../contract/index.ts'

interface Call {
  call: string
  /** Query fields besides the path; `author_name` and the like are ignored. */
  query?: string[]
  body?: string[]
  form?: string[]
  /** Fields of the answer. */
  response?: string[]
}

const areas: Record<string, Call[]> = {
  Categories: [
    { call: 'GET /categories' },
    { call: 'GET /categories/all' },
    { call: 'GET /categories/{id}' },
    { call: 'POST /categories', body: ['name', 'description'] },
    { call: 'PUT /categories/{id}', body: ['name', 'description', 'is_active'] },
    { call: 'DELETE /categories/{id}' },
    { call: 'POST /categories/initialize' },
  ],
  Posts: [
    { call: 'GET /posts', query: ['category_id'] },
    { call: 'GET /posts/{id}' },
    { call: 'POST /posts', body: ['title', 'content', 'category_id', 'is_published'] },
    { call: 'PUT /posts/{id}', body: ['title', 'content', 'category_id', 'is_published'] },
    { call: 'DELETE /posts/{id}' },
    { call: 'GET /posts/drafts/my' },
    { call: 'GET /posts/all', query: ['category_id', 'include_unpublished'] },
    { call: 'PUT /posts/{id}/publish', body: ['is_published'] },
  ],
  Comments: [
    { call: 'GET /comments/post/{postId}' },
    { call: 'POST /comments/post/{postId}', body: ['content'] },
    { call: 'PUT /comments/{id}', body: ['content'] },
    { call: 'DELETE /comments/{id}' },
  ],
  Chat: [
    { call: 'GET /chat/messages', query: ['limit'] },
    { call: 'POST /chat/messages', body: ['message', 'message_type'] },
  ],
  Files: [
    { call: 'GET /files', query: ['category_id'] },
    { call: 'GET /files/{id}' },
    { call: 'POST /files/upload', form: ['description', 'category_id'] },
    { call: 'POST /files/url', body: ['url', 'description', 'category_id'] },
    { call: 'DELETE /files/{id}' },
  ],
  Auth: [
    { call: 'POST /auth/login', body: ['name', 'password'], response: ['access_token', 'user'] },
    { call: 'GET /auth/me', response: ['id', 'name', 'role'] },
    { call: 'GET /auth/users' },
    { call: 'POST /auth/users', body: ['name', 'email', 'password', 'role', 'phone', 'avatar'] },
    { call: 'PUT /auth/users/{id}', body: ['name', 'email', 'role', 'phone', 'avatar', 'is_active', 'password'] },
    { call: 'DELETE /auth/users/{id}' },
    { call: 'POST /auth/users/{id}/toggle-status' },
    { call: 'POST /auth/change-password', body: ['current_password', 'new_password'] },
    { call: 'POST /auth/heartbeat' },
    { call: 'GET /auth/online-users', response: ['online_users'] },
  ],
  News: [
    { call: 'GET /news' },
    { call: 'GET /news/{id}' },
    { call: 'POST /news', body: ['title', 'url', 'comment'] },
    { call: 'PUT /news/{id}', body: ['title', 'url', 'comment'] },
    { call: 'DELETE /news/{id}' },
    { call: 'POST /news/initialize', response: ['message'] },
  ],
  Notifications: [
    {
      call: 'POST /notifications/admin/broadcast',
      body: ['subject', 'message', 'include_unsubscribed'],
      response: ['success', 'sent_count', 'message'],
    },
    {
      call: 'GET /notifications/admin/recipients',
      query: ['include_unsubscribed'],
      response: ['subscribed_count', 'total_users', 'users'],
    },
    {
      call: 'GET /notifications/preferences',
      response: ['new_posts', 'admin_notifications', 'comment_replies', 'weekly_digest'],
    },
    {
      call: 'PUT /notifications/preferences',
      body: ['new_posts', 'admin_notifications', 'comment_replies', 'weekly_digest'],
    },
    { call: 'GET /notifications/test/new-post', response: ['success', 'message'] },
    { call: 'GET /notifications/admin/users/preferences', response: ['users'] },
    {
      call: 'PUT /notifications/admin/users/{id}/preferences',
      body: ['new_posts', 'admin_notifications', 'comment_replies', 'weekly_digest'],
      response: ['user_name'],
    },
    {
      call: 'POST /notifications/admin/preferences/bulk-update',
      body: ['user_ids', 'preferences'],
      response: ['updated_count'],
    },
  ],
}

const calls = Object.values(areas).flat()
/** A path with its parameters unnamed: their names are the server's own. */
const nameless = (path: string) => path.replace(/\{\w+\}|:\w+/g, '{}')
const rows = Object.values(api).flatMap((ofArea) => Object.values(ofArea as Record<string, Endpoint>))
const rowOf = (call: string) => rows.filter(({ method, path }) => nameless(`${method} ${path}`) === nameless(call))

const fieldsOf = (schema: Endpoint['body']) =>
  schema && 'shape' in schema ? Object.keys(schema.shape as Record<string, unknown>) : []

test('the table of the specification has 50 calls', () => {
  expect(Object.entries(areas).map(([area, ofArea]) => [area, ofArea.length])).toEqual([
    ['Categories', 7],
    ['Posts', 8],
    ['Comments', 4],
    ['Chat', 2],
    ['Files', 5],
    ['Auth', 10],
    ['News', 6],
    ['Notifications', 8],
  ])
  expect(new Set(calls.map(({ call }) => call)).size).toBe(50)
})

describe.each(calls)('$call', ({ call, query = [], body = [], form = [], response = [] }) => {
  test('has a single row in the contract', () => {
    expect(rowOf(call)).toHaveLength(1)
  })

  test('accepts the parameters and returns the fields of the table', () => {
    const [row] = rowOf(call)
    expect(fieldsOf(row?.query)).toEqual(expect.arrayContaining(query))
    expect(fieldsOf(row?.body)).toEqual(expect.arrayContaining(body))
    expect(fieldsOf(row?.form)).toEqual(expect.arrayContaining(form))
    expect(fieldsOf(row?.response)).toEqual(expect.arrayContaining(response))
  })
})

test('other rows of the contract never share a path with the calls of the table', () => {
  const inTable = new Set(calls.map(({ call }) => nameless(call)))
  const paths = new Map<string, string[]>()
  for (const call of inTable) {
    const [method = '', path = ''] = call.split(' ')
    paths.set(path, [...(paths.get(path) ?? []), method])
  }
  const others = rows
    .map(({ method, path }) => ({ method: method as string, path: nameless(path) }))
    .filter(({ method, path }) => paths.has(path) && !paths.get(path)?.includes(method))
  expect(others).toEqual([])
})
