// Uploads as module state: they continue while the user visits other pages.
import type { ArchiveFile } from '../../../contract/files.ts'
import type { CallError } from '../../api/call.ts'
import { whenSignedOut } from '../../api/session.ts'
import { createStore, useStore } from '../../api/store.ts'
import { createUpload, type UploadRequest } from '../../api/uploads.ts'
import { TransferRate } from '../../ui/format/time-left.ts'
import { texts } from '../texts.ts'

type UploadState = 'waiting' | 'sending' | 'interrupted' | 'failed' | 'stored'

export interface QueuedUpload {
  id: number
  name: string
  size: number
  state: UploadState
  sent: number
  secondsLeft?: number | undefined
  error?: CallError | undefined
  stored?: ArchiveFile
  upload: ReturnType<typeof createUpload>
}

/** One upload alone would idle during the server's responses; many would only share the bandwidth. */
const maxConcurrent = 2

const queue = createStore<readonly QueuedUpload[]>([])
let lastId = 0

const isActive = ({ state }: QueuedUpload) => state === 'sending' || state === 'interrupted'
export const isUnfinished = (item: QueuedUpload) => isActive(item) || item.state === 'waiting'

const change = (id: number, changes: Partial<QueuedUpload>) =>
  queue.set(queue.get().map((item) => (item.id === id ? { ...item, ...changes } : item)))

function startWaiting() {
  const room = maxConcurrent - queue.get().filter(isActive).length
  const waiting = queue.get().filter(({ state }) => state === 'waiting')
  for (const { id, upload } of waiting.slice(0, Math.max(0, room))) {
    change(id, { state: 'sending', error: undefined })
    void upload.start()
  }
}

function createQueuedUpload(request: UploadRequest): QueuedUpload {
  const id = ++lastId
  const rate = new TransferRate()
  const { name, size } = request.file
  const pause = (changes: Partial<QueuedUpload>) => {
    rate.reset()
    change(id, { ...changes, secondsLeft: undefined })
    startWaiting()
  }
  const upload = createUpload(request, {
    onProgress: (sent) => {
      rate.add(sent)
      change(id, { state: 'sending', sent, secondsLeft: rate.secondsLeft(size) })
    },
    onInterruption: () => pause({ state: 'interrupted' }),
    onStored: (stored) => pause({ state: 'stored', sent: size, stored }),
    onFailure: (error) => pause({ state: 'failed', error }),
  })
  return { id, name, size, state: 'waiting', sent: 0, upload }
}

/** '2026-11-21 18.05.09', as in Sweden but for the colons: sortable, and valid in a file name on every system. */
const formatTimestamp = (date: Date) => date.toLocaleString('sv').replaceAll(':', '.')

/** Pictures from the clipboard are all called 'image.png', so the time is put into the name. */
export function withUniqueName(file: File) {
  const extension = /^image\.(\w+)$/.exec(file.name)?.[1]
  if (!extension) return file
  return new File([file], `${texts.pasted(formatTimestamp(new Date()))}.${extension}`, { type: file.type })
}

export function addUploads(chosen: readonly File[], common: Omit<UploadRequest, 'file'>) {
  const added = chosen.map((file) => createQueuedUpload({ ...common, file }))
  queue.set([...queue.get(), ...added])
  startWaiting()
  return added.map(({ id }) => id)
}

/** The stored file of an upload, also one that has failed and is retried; undefined if it is removed. */
export function whenStored(id: number | undefined): Promise<ArchiveFile | undefined> {
  return new Promise((resolve) => {
    const unsubscribe = queue.subscribe(() => {
      const item = queue.get().find((one) => one.id === id)
      if (item && item.state !== 'stored') return
      unsubscribe()
      resolve(item?.stored)
    })
  })
}

export function retryUpload(id: number) {
  change(id, { state: 'waiting', error: undefined })
  startWaiting()
}

/** Restarts uploads that the end of a session stopped. */
export function resumeUploads() {
  for (const { id, state, error } of queue.get()) if (state === 'failed' && error?.status === 401) retryUpload(id)
}

/** Removes an upload from the list, and cancels it unless it is stored. */
export function removeUpload(id: number) {
  const item = queue.get().find((one) => one.id === id)
  if (item && item.state !== 'stored') item.upload.cancel()
  queue.set(queue.get().filter((item) => item.id !== id))
  startWaiting()
}

export const clearStored = () => queue.set(queue.get().filter(({ state }) => state !== 'stored'))

whenSignedOut(() => {
  for (const { upload } of queue.get()) upload.stop()
  queue.set([])
})

export const useUploads = () => useStore(queue)
