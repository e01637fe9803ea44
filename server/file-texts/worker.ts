// A separate process without rights: a malicious file can only crash this one, and its memory is freed with it.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { FileTextState } from '../../contract/files.ts'
import type { WorkerReply, WorkerRequest } from '../lib/worker-process.ts'
import { tokensOfPages } from '../search/words.ts'
import { EncryptedFile, isMachineFault } from './faults.ts'
import type { TextKind } from './kinds.ts'
import { collectPages, type PageTexts } from './page-texts.ts'

export interface ExtractJob {
  path: string
  kind: TextKind
}

export interface FileText {
  state: FileTextState
  /** Pages of a PDF, slides or sheets in their order, empty ones too; one page of any other kind. Only for `text`. */
  pages: string[]
  /** Tokens of the pages, for the index. */
  tokens: string[]
}

new Worker(new URL('./memory-watch.ts', import.meta.url)).unref()
// another thread could be started with all rights
process.permission.drop('worker')
// of a library, after the answer or beside it: the answer itself has its own error
process.on('unhandledRejection', () => {})
process.on('uncaughtException', () => process.abort())

/** Name of the stream of an encrypted document; without it, it is an older format with the name of a newer one. */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

async function refuseEncryptedOffice(path: string) {
  let end = Buffer.alloc(0)
  for await (const bytes of createReadStream(path, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>) {
    const searched = Buffer.concat([end, bytes])
    if (searched.includes(encryptedPackage)) throw new EncryptedFile()
    end = searched.subarray(-encryptedPackage.length)
  }
}

async function read({ path, kind }: ExtractJob, pages: PageTexts): Promise<void> {
  if (kind === 'pdf') return (await import('./pdf.ts')).readPdf(path, pages)
  if (kind === 'html') return (await import('./html.ts')).readHtml(path, pages)
  if (kind === 'plain') return (await import('./plain.ts')).readPlain(path, pages)
  if (kind === 'encrypted-office') return refuseEncryptedOffice(path)
  if (kind === 'opendocument') return (await import('./opendocument.ts')).readOpenDocument(path, pages)
  return (await import('./open-xml.ts')).readOpenXml(path, kind, pages)
}

const withoutText = { pages: [], tokens: [] }

async function extract(job: ExtractJob): Promise<FileText> {
  // a file that can't be opened is a fault of the machine
  const file = await open(job.path)
  const { size } = await file.stat().finally(() => file.close())
  const texts = collectPages(size)
  try {
    await read(job, texts)
  } catch (error) {
    if (isMachineFault(error)) throw error
    return { ...withoutText, state: error instanceof EncryptedFile ? 'encrypted' : 'broken' }
  }
  const pages = texts.end()
  if (pages.some((page) => /[\p{L}\p{N}]/u.test(page))) return { state: 'text', pages, tokens: tokensOfPages(pages) }
  return { ...withoutText, state: job.kind === 'pdf' ? 'scanned' : 'none' }
}

process.on('message', async (request: WorkerRequest<ExtractJob>) => {
  const { id } = request
  const reply = await extract(request).then(
    (result): WorkerReply<FileText> => ({ id, result }),
    (error: Error): WorkerReply<FileText> => ({ id, machineFault: error.message }),
  )
  process.send?.(reply)
})
