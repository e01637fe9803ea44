// @databases both
// The quota of a person's files (QUOTA_MB): 507 before bytes are sent, and nobody passes it with many uploads at once.
import { beforeEach, expect, test } from 'vitest'
import { readFileTexts } from '../../../server/files/texts/read-files.ts'
import { communityOfThisFile, type Person } from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'
import { announce, cancel, idOf, send } from './tus.ts'

const megabyte = 2 ** 20
const quotaBytes = 3 * megabyte
const storage = await storageOfThisRun()
const community = await communityOfThisFile({ storage, maxUploadBytes: 2 * megabyte, quotaBytes })

const file = (megabytes: number) => ({ name: 'grande.bin', bytes: new Uint8Array(megabytes * megabyte).fill(1) })
const overQuota = { detail: 'No cabe en tus 3 MB para archivos. Elimina alguno que ya no haga falta.' }
const sumOf = async (who: Person) => {
  const rows = await rowsOf(community.db, 'files', { uploader_id: who.id })
  return rows.reduce((sum, { file_size }) => sum + Number(file_size), 0)
}

let count = 0
let ana: Person
beforeEach(async () => {
  ana = await community.signIn(`Ana ${++count}`)
})

test('a member may fill their quota to the last byte, and has room again after deleting a file', async () => {
  await ana.uploads(file(2))
  const last = await ana.uploads(file(1))
  expectRefusal(await ana.sendsFile({ name: 'una letra.txt', bytes: 'a' }), 507, overQuota)
  expectRefusal(await announce(ana, megabyte), 507, overQuota)
  await ana.delete(`/files/${last.id}`)
  await ana.uploads(file(1))
  expect(await sumOf(ana)).toBe(quotaBytes)
})

test('the text that is read in a file counts too', async () => {
  await ana.uploads({ name: 'largo.txt', type: 'text/plain', bytes: 'papiro '.repeat(megabyte / 7) })
  expect(await readFileTexts(community.services)).toBe(true)
  expectRefusal(await ana.sendsFile(file(2)), 507, overQuota)
  await ana.uploads(file(1))
})

test('an announced upload counts before its bytes arrive, no longer once it is cancelled, and is stored in the last room', async () => {
  const announced = await announce(ana, 2 * megabyte)
  expect(announced.status).toBe(201)
  expectRefusal(await ana.sendsFile(file(2)), 507, overQuota)
  expectRefusal(await announce(ana, 2 * megabyte), 507, overQuota)
  expect((await cancel(ana, idOf(announced))).status).toBe(204)
  await ana.uploads(file(1))
  const last = await announce(ana, 2 * megabyte)
  expect((await send(ana, idOf(last), 0, file(2).bytes)).status).toBe(200)
  expect(await sumOf(ana)).toBe(quotaBytes)
})

test('a form without a length is refused where the quota ends, and nothing of it is stored', async () => {
  await ana.uploads(file(2))
  const form = new FormData()
  form.append('file', new Blob([file(2).bytes]), 'sin-largo.bin')
  const encoded = new Response(form)
  const answer = await fetch(`${community.origin}/api/files/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': encoded.headers.get('content-type') ?? '' },
    body: encoded.body,
    duplex: 'half',
  } as RequestInit)
  expect({ status: answer.status, ...(await answer.json()) }).toMatchObject({ status: 507, ...overQuota })
  expect(await sumOf(ana)).toBe(2 * megabyte)
  expect(await community.services.incoming.list()).toEqual([])
})

test('twelve uploads of one member at the same time, of both kinds, don’t pass the quota together', async () => {
  const forms = Array.from({ length: 6 }, () => ana.sendsFile(file(1)))
  const resumable = Array.from({ length: 6 }, async () => {
    const announced = await announce(ana, megabyte)
    return announced.status === 201 ? send(ana, idOf(announced), 0, file(1).bytes) : announced
  })
  const statuses = (await Promise.all([...forms, ...resumable])).map(({ status }) => status)
  expect(statuses.filter((status) => status < 300)).toHaveLength(3)
  expect(statuses.filter((status) => status === 507)).toHaveLength(9)
  expect(await sumOf(ana)).toBe(quotaBytes)
})

test('the quota is each member’s own, and administrators have none', async () => {
  await ana.uploads(file(2))
  await ana.uploads(file(1))
  await (await community.signIn('Benito')).uploads(file(2))
  for (let i = 0; i < 2; i++) await community.hipatia.uploads(file(2))
})
