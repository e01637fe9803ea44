// Reads and changes of things that grow find their rows by an index: a forgotten one is slow only years later.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect } from 'vitest'
import { startCommunity } from '../../support/server/community.ts'
import { onSqlite } from '../../support/server/on-database.ts'

const { prepare } = DatabaseSync.prototype
const statements = new Set<string>()
DatabaseSync.prototype.prepare = function (text, ...rest) {
  statements.add(text)
  return prepare.call(this, text, ...rest)
}
afterAll(() => {
  DatabaseSync.prototype.prepare = prepare
})

const growing =
  /^SCAN (posts|post_versions|post_links|comments|chat_messages|news|files|audit_events|notices|mentions|reactions|deliveries|mails|digest_posts|sessions)\b(?!.* USING)/

onSqlite('lists, single things, their changes and deletions scan no table that grows', async () => {
  const community = await startCommunity({ quotaBytes: 2 ** 30 })
  statements.clear() // of the migrations
  const { hipatia } = community
  const ana = await community.signIn('Ana')
  const historia = await hipatia.createsCategory('Historia')
  const post = await ana.writes({ category_id: historia.id, content: 'Con @Hipatia.' })
  await ana.drafts()
  await hipatia.post(`/comments/post/${post.id}`, { content: 'De acuerdo.' })
  await hipatia.post('/chat/messages', { message: 'Hola' })
  const news = (await ana.post<{ id: string }>('/news', { title: 'El faro', url: 'https://a.example/' })).body
  const link = await ana.links('https://b.example/')
  await ana.uploads({ name: 'a.txt', bytes: 'a' })
  await hipatia.post('/notifications/admin/broadcast', { subject: 'Aviso', message: 'Cerramos.' })
  for (const path of [
    ...['/posts', '/posts?view=summary', `/posts?category_id=${historia.id}`, '/posts/drafts', '/posts/categories'],
    ...[
      `/posts/${post.id}`,
      `/posts/${post.id}/versions`,
      `/comments/post/${post.id}`,
      `/posts/${post.id}/linked-from`,
    ],
    ...['/chat/messages', '/chat/reading', '/chat/changes?after=0', '/files', '/files/sections', `/files/${link.id}`],
    ...['/news', `/news/${news.id}`, '/news/shared?url=https://a.example/', '/notices', '/sections', '/sections/visit'],
    ...['/auth/sessions', '/auth/online-users', '/users/names'],
  ])
    await ana.get(path)
  for (const path of ['/auth/users', '/audit', '/notifications/admin/mails', '/categories/all']) await hipatia.get(path)
  await ana.put(`/posts/${post.id}`, { title: 'Otro', content: 'Otro.', category_id: historia.id })
  await ana.put(`/news/${news.id}`, { title: 'Otro', url: 'https://c.example/' })
  await ana.delete(`/news/${news.id}`)
  await ana.delete(`/files/${link.id}`)
  await ana.delete(`/posts/${post.id}`)

  const plans = new DatabaseSync(join(community.dataDir, 'alejandria.db'))
  const used: string[] = []
  const scanned = [...statements]
    .filter((text) => /^\s*(select|with|update|delete)\b/i.test(text))
    .flatMap((text) => {
      const steps = prepare.call(plans, `explain query plan ${text}`).all() as { detail: string }[]
      used.push(...steps.map(({ detail }) => / INDEX (\w+)/.exec(detail)?.[1] ?? ''))
      return steps.filter(({ detail }) => growing.test(detail)).map(({ detail }) => `${detail}: ${text}`)
    })
  plans.close()
  await community.close()
  expect(scanned).toEqual([])
  // without them another index is read from end to end
  expect(used).toEqual(expect.arrayContaining(['news_url_key', 'files_by_uploader', 'deliveries_of_mail']))
})
