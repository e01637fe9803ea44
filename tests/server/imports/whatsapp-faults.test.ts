// @databases both
// Damaged exports of WhatsApp: a clear line or a whole import.
import { afterAll, describe, expect, test } from 'vitest'
import { undo } from '../../../server/imports/undo.ts'
import { OperatorError } from '../../../server/operator-error.ts'
import { createRandom } from '../../../tools/random.ts'
import { fixture } from '../../support/fixtures.ts'
import { inFull } from '../../support/in-full.ts'
import { startCommunity } from '../../support/server/community.ts'
import { makeZip } from '../../support/server/make-zip.ts'
import { exportsOfThisFile, messagesOf } from '../../support/server/whatsapp.ts'

const { brings } = exportsOfThisFile()
const community = await startCommunity()
const { services, db, hipatia } = community
afterAll(community.close)

const two = (number: number) => `${number}`.padStart(2, '0')
/** A line of an iPhone for each second of an afternoon. */
const chatOf = (count: number, textOf: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => {
    const time = [15 + Math.floor(n / 3600), Math.floor(n / 60) % 60, n % 60].map(two).join(':')
    return `[31/12/22, ${time}] ${['Ana', 'Bruno', 'Carla'][n % 3]}: ${textOf(n)}`
  }).join('\r\n')

const files = {
  '00000001-PHOTO-1.jpg': fixture('foto.jpg').bytes,
  '00000002-AUDIO-2.opus': fixture('cancion.ogg').bytes,
}

async function undoAll() {
  const runs = await db.selectFrom('imports').select('id').where('undone_at', 'is', null).execute()
  for (const { id } of runs) expect((await undo(services, id)).kept).toEqual([])
  expect(await messagesOf(community)).toEqual([])
  expect((await hipatia.get<unknown[]>('/files')).body).toEqual([])
}

describe('a damaged export', () => {
  const random = createRandom(37)
  const text = chatOf(60, (n) =>
    n % 10 === 7
      ? `Mira \u200e<adjunto: ${Object.keys(files)[Math.floor(n / 10) % 2]}>`
      : `Palabras del día ${n}\n*más* @\u2068Ana\u2069`,
  )

  /** Changes, deletes, repeats or cuts off some of the bytes. */
  function damage(bytes: Buffer): Buffer {
    let damaged = Buffer.from(bytes)
    for (let change = 0; change <= random.upTo(4); change++) {
      const [at, length] = [random.upTo(damaged.length), random.upTo(random.happens(0.2) ? 2000 : 20)]
      const part = damaged.subarray(at, at + length)
      const middle = random.one([Buffer.alloc(0), Buffer.concat([part, part]), part.map(() => random.upTo(255))])
      damaged = random.happens(0.1)
        ? damaged.subarray(0, at)
        : Buffer.concat([damaged.subarray(0, at), middle, damaged.subarray(at + length)])
    }
    return damaged
  }

  const damagedExport = async (): Promise<[string, Buffer]> => {
    const kind = random.one(['text', 'zip', 'text in zip'])
    if (kind === 'text') return ['_chat.txt', damage(Buffer.from(text))]
    if (kind === 'zip') return ['a.zip', damage(await makeZip({ '_chat.txt': text, ...files }))]
    return ['a.zip', await makeZip({ '_chat.txt': damage(Buffer.from(text)), ...files })]
  }

  test('is refused with a reason, or comes as a whole, and can be undone', { timeout: 600_000 }, async () => {
    const ends = { refused: 0, brought: 0 }
    for (let index = 0; index < inFull(2000, 60); index++) {
      const [name, bytes] = await damagedExport()
      const brought = await brings(community, bytes, { name, dates: random.one([undefined, 'dmy']) }).catch((error) => {
        if (!(error instanceof OperatorError)) throw error
        expect(error.message).toMatch(/^[^\n]+[.?)]$|^[^\n]+\.txt(, [^\n]+)*$/)
        return undefined
      })
      ends[brought ? 'brought' : 'refused']++
      if (brought) expect(await messagesOf(community)).toHaveLength(brought.summary.brought.message ?? 0)
      if (brought || index % 20 === 0) await undoAll()
    }
    expect(ends.refused).toBeGreaterThan(0)
    expect(ends.brought).toBeGreaterThan(10)
    await undoAll()
    expect(await db.selectFrom('imported').selectAll().execute()).toEqual([])
  })
})
