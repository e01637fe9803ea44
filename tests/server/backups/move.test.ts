// @databases both
// A community that moves to another database and another kind of archive (DECISIONS §7).
import { expect, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { QueueStatus } from '../../../contract/mail.ts'
import type { DatabaseLocation } from '../../../server/db/db.ts'
import { freePort } from '../../../tools/free-port.ts'
import { fixture } from '../../support/fixtures.ts'
import { archiveIn, backup, command, filesBelow, newBucket, newStore, signIn } from '../../support/server/backups.ts'
import { expectDone, startCommunity } from '../../support/server/community.ts'
import { locationOfThisTest, serversOfThisFile } from '../../support/server/processes/server-process.ts'

const servers = serversOfThisFile()

const fromOptions = ({ dataDir, databaseUrl }: DatabaseLocation) =>
  `--from-data-dir=${dataDir}${databaseUrl ? ` --from-database-url=${databaseUrl}` : ''}`

const queueOf = async (person: Pick<Awaited<ReturnType<typeof signIn>>, 'get'>) =>
  expectDone(await person.get<QueueStatus>('/notifications/admin/outbox'))

/** With a mail that was sent, and one that waits. */
async function openCommunity() {
  const place = await locationOfThisTest()
  const community = await startCommunity({ location: place, startsAt: Date.now() })
  await community.signIn('Ana')
  await community.hipatia.writes({ title: 'La puerta' })
  await community.deliverMail()
  expect((await queueOf(community.hipatia)).sent).toBeGreaterThan(0)
  await community.hipatia.writes({ title: 'El faro' })
  const image = await community.hipatia.uploads(fixture('foto.jpg'))
  // what was received goes after the answer
  await expect.poll(() => filesBelow(`${place.dataDir}/files`).join()).not.toContain('/incoming/')
  return { place, close: community.close, image }
}

test('moves with its files and its waiting mail into SQLite with a bucket, and the old place stays as it was', async () => {
  const { place, close, image } = await openCommunity()
  await close()
  const before = filesBelow(`${place.dataDir}/files`)
  const store = await newStore()
  await backup(place, { BACKUP_TO: store })

  const target = { dataDir: (await locationOfThisTest()).dataDir, databaseUrl: undefined }
  const archive = archiveIn(await newBucket())
  const { code, lines } = await command(target, `move ${fromOptions(place)}`, archive)
  expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^moved: /)])

  expect(filesBelow(`${place.dataDir}/files`)).toEqual(before)
  const again = await backup(place, { BACKUP_TO: store })
  expect(await command(place, `backup verify ${again}`, { BACKUP_TO: store })).toMatchObject({ code: 0 })

  // its mail server doesn't answer
  const port = await freePort()
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', PORT: `${port}`, PUBLIC_URL: `http://localhost:${port}` }
  const now = await servers.start(target, { ...archive, ...mail })
  const hipatia = await signIn(now.origin, 'Hipatia')
  const { cloudinary_url } = expectDone(await hipatia.get<ArchiveFile>(`/files/${image.id}`))
  expect((await hipatia.fetchesBytes(cloudinary_url)).bytes.equals(fixture('foto.jpg').bytes)).toBe(true)
  // the new place tries to send it, in vain
  await expect.poll(async () => (await queueOf(hipatia)).held).not.toBeNull()
  expect(await queueOf(hipatia)).toMatchObject({ queued: 1, failed: 0 })
  await servers.stop(now)
})

test('a place whose server runs can’t be moved; nor can one into a place with a community', async () => {
  const place = await locationOfThisTest()
  const server = await servers.start(place)
  const target = await locationOfThisTest()
  const running = await command(target, `move ${fromOptions(place)}`)
  expect(running).toMatchObject({ code: 1, stderr: expect.stringContaining('server is running') })
  await servers.stop(server)

  const other = await openCommunity()
  await other.close()
  const occupied = await command(other.place, `move ${fromOptions(place)}`)
  expect(occupied).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') })
  expect(occupied.stderr).not.toMatch(/\n\s+at /)
})

test('an option that move doesn’t know, and a place without a community, are refused in a clear line', async () => {
  const target = await locationOfThisTest()
  for (const [words, said] of [
    ['move --from-port=3000', '--from-port=3000 is not an option of move'],
    ['move --replace', 'move takes where from'],
    [`move --from-data-dir=${target.dataDir}`, 'There is no community in'],
  ] as const)
    expect(await command(target, words)).toMatchObject({ code: 1, stderr: expect.stringContaining(said) })
})
