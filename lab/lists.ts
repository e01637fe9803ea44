/**
 * `node lab/lists.ts`: times of the lists of a community of 2,000, with 100,000 news items and 100,000 audit events, as
 * ratios to the simplest signed-in request (`GET /api/auth/me`) in the same run; medians of 40 rounds. On SQLite.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/db.ts'
import { openServices } from '../server/services.ts'
import { insertMembers } from './chat/members.ts'

const rounds = 40
const memberCount = 2000
const rowCount = 100_000

const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-bench-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

const [token = ''] = await insertMembers({ dataDir }, memberCount)
const database = await openDatabase({ dataDir })
const { db } = database
const { id: somebody } = await db.selectFrom('users').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
const now = Date.now()
const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rowCount})`
await sql`insert into news (id, title, url, url_key, author_id, created_at, updated_at)
  ${numbers} select printf('%032x', i), 'Enlace ' || i, 'https://faro.example/' || i, 'faro.example/' || i,
  ${somebody}, ${now} - ${rowCount} + i, ${now} - ${rowCount} + i from n`.execute(db)
await sql`insert into audit_events (id, at, action, actor_id, actor_name, address)
  ${numbers} select printf('%032x', i), ${now} - ${rowCount} + i, 'sign_in', ${somebody}, 'Persona', '127.0.0.1' from n`.execute(
  db,
)

const services = await openServices(readConfig({ DATA_DIR: dataDir }), database)
const app = await buildApp(services, {
  version: 'bench',
  logLevel: 'silent',
  // one person who reads without a pause
  budgets: { reads: { burst: 1e6, perSecond: 1e6 } },
})
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

const paths = {
  'own account': '/auth/me',
  'accounts, a page': '/auth/users',
  'accounts, searched and sorted': '/auth/users?q=persona&sort=created&direction=desc',
  'preferences of all users': '/notifications/admin/users/preferences',
  'recipients of a broadcast': '/notifications/admin/recipients?include_unsubscribed=true',
  'news, a page': '/news',
  'unseen counts': '/sections',
  'audit trail, a page': '/audit',
  'audit trail, sign-ins': '/audit?kind=sign_in',
}
const times = new Map<string, number[]>()
for (let turn = 0; turn < rounds; turn++)
  for (const [name, path] of Object.entries(paths)) {
    const begun = performance.now()
    const answer = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    times.set(name, [...(times.get(name) ?? []), performance.now() - begun])
  }

const median = (name: string) => times.get(name)?.toSorted((a, b) => a - b)[rounds / 2] ?? 0
const plain = median('own account')
for (const name of times.keys())
  console.log(`${name.padEnd(28)} ${(median(name) / plain).toFixed(1).padStart(6)}   ${median(name).toFixed(1)} ms`)

await app.close()
services.images.close()
services.mailTransport.close()
await database.close()
