/**
 * `node bench/lists.ts`: how long lists of a community of 2,000 take, with 100,000 links and 100,000 lines of the trail,
 * as ratios to the plainest signed-in request (`GET /api/auth/me`) in the same run; the median of 40 in turns. On SQLite.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/db.ts'
import { openServices } from '../server/open-services.ts'
import { letPeopleIn } from './chat/people.ts'

const turns = 40
const people = 2000
const many = 100_000

const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-bench-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

const [token = ''] = await letPeopleIn({ dataDir }, people)
const database = await openDatabase({ dataDir })
const { db } = database
const { id: somebody } = await db.selectFrom('users').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
const now = Date.now()
const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})`
await sql`insert into news (id, title, url, url_key, author_id, created_at, updated_at)
  ${numbers} select printf('%032x', i), 'Enlace ' || i, 'https://faro.example/' || i, 'faro.example/' || i,
  ${somebody}, ${now} - ${many} + i, ${now} - ${many} + i from n`.execute(db)
await sql`insert into audit_events (id, at, action, actor_id, actor_name, address)
  ${numbers} select printf('%032x', i), ${now} - ${many} + i, 'sign_in', ${somebody}, 'Persona', '127.0.0.1' from n`.execute(
  db,
)

const services = await openServices(readConfig({ DATA_DIR: dataDir }), database)
const app = await buildApp(services, { version: 'bench', logLevel: 'silent' })
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

const paths = {
  'who one is': '/auth/me',
  'accounts, a page': '/auth/users',
  'accounts, found and sorted': '/auth/users?q=persona&sort=created&direction=desc',
  'what everybody wants': '/notifications/admin/users/preferences',
  'recipients of a broadcast': '/notifications/admin/recipients?include_unsubscribed=true',
  'links, a page': '/news',
  'what is new': '/sections',
  'the trail, a page': '/audit',
  'the trail, sign-ins': '/audit?kind=sign_in',
}
const times = new Map<string, number[]>()
for (let turn = 0; turn < turns; turn++)
  for (const [name, path] of Object.entries(paths)) {
    const begun = performance.now()
    const answer = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    times.set(name, [...(times.get(name) ?? []), performance.now() - begun])
  }

const median = (name: string) => times.get(name)?.toSorted((a, b) => a - b)[turns / 2] ?? 0
const plain = median('who one is')
for (const name of times.keys())
  console.log(`${name.padEnd(28)} ${(median(name) / plain).toFixed(1).padStart(6)}   ${median(name).toFixed(1)} ms`)

await app.close()
services.pictures.close()
services.mailer.close()
await database.close()
