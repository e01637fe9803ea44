import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text as readText } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { openExport } from '../../../../server/imports/whatsapp/export.ts'
import { allOf } from '../../../support/all-of.ts'
import { makeZip } from '../../../support/server/make-zip.ts'

const root = mkdtempSync(join(tmpdir(), 'alejandria-exports-'))
afterAll(() => rm(root, { recursive: true }))

let folders = 0
/** Writes these files into a folder of their own; returns the path of the first one, or of the folder. */
function write(files: Record<string, string | Uint8Array>, given?: string) {
  const folder = join(root, `${++folders}`)
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return given === undefined ? folder : join(folder, given)
}

const chat = '31/12/22, 11:40 - Ana: ¿Añadís la foto?\n31/12/22, 11:41 - Bruno: No\n'
const photo = Buffer.from('una foto')
const inZip = async (files: Record<string, string | Uint8Array>, name = 'Coro.zip') =>
  write({ [name]: await makeZip(files) }, name)

async function read(path: string) {
  using opened = await openExport(path)
  return { group: opened.group, lines: await allOf(opened.lines()) }
}
const lines = ['31/12/22, 11:40 - Ana: ¿Añadís la foto?', '31/12/22, 11:41 - Bruno: No']

describe('what the telephone gives', () => {
  test.each([
    ['a ZIP of an iPhone', () => inZip({ '_chat.txt': chat, '1.jpg': photo }, 'WhatsApp Chat - Coro (2).zip'), 'Coro'],
    ['a ZIP of Android', () => inZip({ 'Chat de WhatsApp con Coro.txt': chat, '1.jpg': photo }), 'Coro'],
    ['a ZIP with a folder in it', () => inZip({ 'Coro/_chat.txt': chat, '__MACOSX/Coro/._chat.txt': 'x' }), undefined],
    ['a folder', async () => write({ 'WhatsApp Chat with Coro.txt': chat, '1.jpg': photo }), 'Coro'],
    ['a text', async () => write({ 'coro.txt': chat, 'otro.txt': chat, '1.jpg': photo }, 'coro.txt'), undefined],
    ['a folder with one text that is a chat', async () => write({ 'a.txt': chat, 'b.txt': 'hola' }), undefined],
    ['a text with other texts as files', () => inZip({ '_chat.txt': chat, '00000001-otro.txt': chat }), undefined],
    [
      'a text with Windows’ ends of lines',
      async () => write({ '_chat.txt': chat.replaceAll('\n', '\r\n') }),
      undefined,
    ],
    ['a text that begins with a mark', async () => write({ '_chat.txt': chat }), undefined],
  ])('%s', async (_, make, group) => {
    expect(await read(await make())).toEqual({ group, lines })
  })

  test('a text in another encoding', async () => {
    const utf16 = Buffer.from(`\ufeff${chat}`, 'utf16le')
    expect(await read(write({ '_chat.txt': utf16 }))).toMatchObject({ lines })
    expect(await read(write({ '_chat.txt': Buffer.from(chat, 'latin1') }))).toMatchObject({ lines })
  })
})

describe('a file of a message', () => {
  const contentOf = async (path: string, name: string) => {
    using opened = await openExport(path)
    const file = await opened.findFile(name)
    return file && (await readText(await file.open()))
  }

  test('is found in the ZIP and the folder, however its name is composed, and is nothing that lies beside a text alone', async () => {
    const files = { '_chat.txt': chat, 'Peña.jpg': photo }
    for (const path of [await inZip(files), write(files)]) {
      expect(await contentOf(path, 'pen\u0303a.jpg')).toBe('una foto')
      expect(await contentOf(path, 'otra.jpg')).toBeUndefined()
    }
    expect(await contentOf(write(files, '_chat.txt'), 'Peña.jpg')).toBeUndefined()
  })

  test('is never one outside of the export', async () => {
    const secret = write({ 'secreto.txt': 'secreto' }, 'secreto.txt')
    const folder = write({ '_chat.txt': chat })
    symlinkSync(secret, join(folder, 'secreto.jpg'))
    for (const name of ['secreto.jpg', secret, `../${secret}`, '../../etc/passwd'])
      expect(await contentOf(folder, name)).toBeUndefined()
  })

  test('is found by its name alone in a ZIP with paths that lead out', async () => {
    const zip = await makeZip({ '_chat.txt': chat, 'xx/xx/1.jpg': photo })
    const hostile = Buffer.from(zip.toString('latin1').replaceAll('xx/xx/1.jpg', '../../1.jpg'), 'latin1')
    expect(await contentOf(write({ 'a.zip': hostile }, 'a.zip'), '1.jpg')).toBe('una foto')
  })

  test('has its name also in a ZIP of an older program', async () => {
    const zip = await makeZip({ '_chat.txt': chat, 'Pexa.jpg': photo })
    const old = Buffer.from(zip.toString('latin1').replaceAll('Pexa.jpg', 'Pe\xa4a.jpg'), 'latin1')
    expect(await contentOf(write({ 'a.zip': old }, 'a.zip'), 'Peña.jpg')).toBe('una foto')
  })

  test('that inflates to more than it says fails while it is read', async () => {
    const zip = await makeZip({ '_chat.txt': chat, 'bomba.jpg': Buffer.alloc(2 ** 20) })
    const entry = zip.lastIndexOf('bomba.jpg') - 46
    zip.writeUInt32LE(1000, entry + 24)
    using opened = await openExport(write({ 'a.zip': zip }, 'a.zip'))
    const file = await opened.findFile('bomba.jpg')
    expect(file?.size).toBe(1000)
    await expect(file?.open().then(buffer)).rejects.toThrow()
  })
})

describe('what is no export is refused with a reason', () => {
  const zipWith = async (change: (zip: Buffer) => Buffer) =>
    write({ 'a.zip': change(await makeZip({ '_chat.txt': chat.repeat(1000) })) }, 'a.zip')
  const encrypt = (zip: Buffer) => {
    zip.writeUInt16LE(
      zip.readUInt16LE(zip.lastIndexOf('_chat.txt') - 46 + 8) | 1,
      zip.lastIndexOf('_chat.txt') - 46 + 8,
    )
    return zip
  }

  test.each([
    ['a folder without a chat', async () => write({ 'a.txt': 'hola', 'b.jpg': photo }), /no exported chat in it/],
    ['an empty folder', async () => write({}), /no exported chat in it/],
    [
      'two chats',
      async () => write({ 'Chat de WhatsApp con A.txt': chat, 'Chat de WhatsApp con B.txt': chat }),
      /several chats/,
    ],
    ['nothing', async () => join(root, 'nada'), /can't be read: ENOENT/],
    ['a ZIP that was cut off', () => zipWith((zip) => zip.subarray(0, zip.length / 2)), /can't be read.*cut off/],
    ['a ZIP with a password', () => zipWith(encrypt), /has a password/],
    ['a ZIP with a damaged text', () => zipWith((zip) => zip.fill(0xff, 60, 200)), /can't be read/],
    [
      'a line without an end',
      async () => write({ '_chat.txt': 'a'.repeat(3_000_000) }),
      /a line of more than a million/,
    ],
  ])('%s', async (_, make, reason) => {
    await expect(make().then(read)).rejects.toThrow(reason)
  })

  test('an empty text has no lines', async () => {
    expect(await read(write({ '_chat.txt': '' }))).toMatchObject({ lines: [] })
  })
})
