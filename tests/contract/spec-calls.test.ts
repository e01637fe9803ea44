// SPEC §7, 'The calls it makes', typed again: every call of the table is a row of the contract, by that method and path.

import { expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { api } from '../../contract/index.ts'

/** Query fields beside the path, fields of the body or the form, and of the answer. */
type Fields = Partial<Record<'query' | 'body' | 'form' | 'response', string>>

const table: Record<string, Fields> = {
  // Categories
  'GET /categories': {},
  'GET /categories/all': {},
  'GET /categories/{id}': {},
  'POST /categories': { body: 'name description' },
  'PUT /categories/{id}': { body: 'name description is_active' },
  'DELETE /categories/{id}': {},
  'POST /categories/initialize': {},
  // Posts
  'GET /posts': { query: 'category_id' },
  'GET /posts/{id}': {},
  'POST /posts': { body: 'title content category_id is_published' },
  'PUT /posts/{id}': { body: 'title content category_id is_published' },
  'DELETE /posts/{id}': {},
  'GET /posts/drafts/my': {},
  'GET /posts/all': { query: 'category_id include_unpublished' },
  'PUT /posts/{id}/publish': { body: 'is_published' },
  // Comments
  'GET /comments/post/{postId}': {},
  'POST /comments/post/{postId}': { body: 'content' },
  'PUT /comments/{id}': { body: 'content' },
  'DELETE /comments/{id}': {},
  // Chat
  'GET /chat/messages': { query: 'limit' },
  'POST /chat/messages': { body: 'message message_type' },
  // Files
  'GET /files': { query: 'category_id' },
  'GET /files/{id}': {},
  'POST /files/upload': { form: 'description category_id' },
  'POST /files/url': { body: 'url description category_id' },
  'DELETE /files/{id}': {},
  // Auth
  'POST /auth/login': { body: 'name password', response: 'access_token user' },
  'GET /auth/me': { response: 'id name role' },
  'GET /auth/users': {},
  'POST /auth/users': { body: 'name email password role phone avatar' },
  'PUT /auth/users/{id}': { body: 'name email role phone avatar is_active password' },
  'DELETE /auth/users/{id}': {},
  'POST /auth/users/{id}/toggle-status': {},
  'POST /auth/change-password': { body: 'current_password new_password' },
  'POST /auth/heartbeat': {},
  'GET /auth/online-users': { response: 'online_users' },
  // News
  'GET /news': {},
  'GET /news/{id}': {},
  'POST /news': { body: 'title url comment' },
  'PUT /news/{id}': { body: 'title url comment' },
  'DELETE /news/{id}': {},
  'POST /news/initialize': { response: 'message' },
  // Notifications
  'POST /notifications/admin/broadcast': {
    body: 'subject message include_unsubscribed',
    response: 'success sent_count message',
  },
  'GET /notifications/admin/recipients': {
    query: 'include_unsubscribed',
    response: 'subscribed_count total_users users',
  },
  'GET /notifications/preferences': { response: 'new_posts admin_notifications comment_replies weekly_digest' },
  'PUT /notifications/preferences': { body: 'new_posts admin_notifications comment_replies weekly_digest' },
  'GET /notifications/test/new-post': { response: 'success message' },
  'GET /notifications/admin/users/preferences': { response: 'users' },
  'PUT /notifications/admin/users/{id}/preferences': {
    body: 'new_posts admin_notifications comment_replies weekly_digest',
    response: 'user_name',
  },
  'POST /notifications/admin/preferences/bulk-update': { body: 'user_ids preferences', response: 'updated_count' },
}

/** A path with its parameters unnamed: their names are the server's own. */
const nameless = (path: string) => path.replace(/\{\w+\}|:\w+/g, '{}')
const rows = Object.values(api).flatMap((ofArea) => Object.values(ofArea as Record<string, Endpoint>))
const rowOf = (call: string) => rows.filter(({ method, path }) => nameless(`${method} ${path}`) === nameless(call))

const fieldsOf = (schema: Endpoint['body']) =>
  schema && 'shape' in schema ? Object.keys(schema.shape as Record<string, unknown>) : []

test('the table of the specification has 50 calls', () => expect(Object.keys(table)).toHaveLength(50))

test.each(Object.entries(table))(
  '%s has a single row in the contract, with the parameters and fields of the table',
  (call, of) => {
    const [row, ...others] = rowOf(call)
    expect(others).toEqual([])
    for (const part of ['query', 'body', 'form', 'response'] as const)
      expect(fieldsOf(row?.[part])).toEqual(expect.arrayContaining(of[part]?.split(' ') ?? []))
    expect(row).toBeDefined()
  },
)

test('other rows of the contract never share a path with the calls of the table', () => {
  const calls = Object.keys(table).map(nameless)
  const pathOf = (call: string) => call.split(' ')[1]
  const paths = new Set(calls.map(pathOf))
  const others = rows
    .map(({ method, path }) => nameless(`${method} ${path}`))
    .filter((call) => paths.has(pathOf(call)) && !calls.includes(call))
  expect(others).toEqual([])
})
