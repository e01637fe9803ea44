// Exports of WhatsApp in tests: written, imported, and read again as members see them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import { type ImportOptions, runImport } from '../../../server/imports/imports.ts'
import { importWhatsApp } from '../../../server/imports/whatsapp/import.ts'
import { type Community, pagesOf } from './community.ts'
import { makeZip } from './make-zip.ts'

const silent = { step() {}, advance() {} }

/** Exports of a test file, removed at its end. */
export function exportsOfThisFile() {
  const root = mkdtempSync(join(tmpdir(), 'alejandria-whatsapp-'))
  afterAll(() => rmSync(root, { recursive: true }))

  /** Writes a file into a folder of its own. */
  function write(name: string, content: string | Uint8Array) {
    const path = join(mkdtempSync(join(root, 'export-')), name)
    writeFileSync(path, content)
    return path
  }

  /** Writes a text, or a ZIP of files, under a name and imports it. */
  async function brings(
    { services }: Pick<Community, 'services'>,
    given: string | Uint8Array | Record<string, string | Uint8Array>,
    { name, isDryRun = false, ...options }: ImportOptions & { name?: string; isDryRun?: boolean } = {},
  ) {
    const isText = typeof given === 'string'
    const fileName = name ?? (isText ? 'Chat de WhatsApp con Coro.txt' : 'WhatsApp Chat - Coro.zip')
    const path = write(fileName, isText || given instanceof Uint8Array ? given : await makeZip(given))
    const work = (run: Parameters<typeof importWhatsApp>[0]) => importWhatsApp(run, path, options)
    return {
      path,
      ...(await runImport(services, { kind: 'whatsapp', name: fileName, isDryRun, progress: silent }, work)),
    }
  }
  return { write, brings }
}

/** All messages of the chat, the oldest first. */
export async function messagesOf({ hipatia }: Pick<Community, 'hipatia'>) {
  const pages = await pagesOf<ChatMessage>(hipatia, '/chat/messages?limit=50')
  return pages.toReversed().flatMap(({ body }) => body)
}

/** The same as a line each. */
export const shownMessages = async (community: Pick<Community, 'hipatia'>) =>
  (await messagesOf(community)).map(({ username, message }) => `${username}: ${message}`)
