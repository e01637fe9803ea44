// Uploads as module state: they continue while the user visits other pages.
import type { ArchiveFile } from '../../../contract/files.ts'
import type { CallError } from '../../api/call.ts'
import { whenSignedOut } from '../../api/session.ts'
import { createStore, useStore } from '../../api/store.ts'
import { createUpload, type UploadRequest } from '../../api/uploads.ts'
import { TransferRate } from '../../ui/format/time-left.ts'

type UploadState = 'waiting' | 'sending' | 'interrupted' | 'failed' | 'stored'

export interface QueuedUpload {
  id: number
  name: string
  size: number
  state: UploadState
  sent: number
  secondsLeft: number | undefined
  error: CallError | undefined
  stored: ArchiveFile | undefined
}

/** One upload alone would idle during the server's responses; many would only share the bandwidth. */
const maxConcurrent = 2

const handles = new Map<number, { upload: ReturnType<typeof createUpload>; rate: TransferRate }>()
const queue = createStore<readonly QueuedUpload[]>([])
let lastId = 0

const isActive = ({ state }: QueuedUpload) => state === 'sending' || state === 'interrupted'
export const isUnfinished = (item: QueuedUpload) => isActive(item) || item.state === 'waiting'

const change = (id: number, changes: Partial<QueuedUpload>) =>
  queue.set(queue.get().map((item) => (item.id === id ? { ...item, ...changes } : item)))

function startWaiting() {
  const room = maxConcurrent - queue.get().filter(isActive).length
  for (const { id } of queue
    .get()
    .filter(({ state }) => state === 'waiting')
    .slice(0, Math.max(0, room))) {
    change(id, { state: 'sending', error: undefined })
    void handles.get(id)?.upload.start()
  }
}

function finish(id: number, changes: Partial<QueuedUpload>) {
  handles.get(id)?.rate.reset()
  change(id, { ...changes, secondsLeft: undefined })
  startWaiting()
}

function createQueuedUpload(request: UploadRequest): QueuedUpload {
  const id = ++lastId
  const rate = new TransferRate()
  const { name, size } = request.file
  const upload = createUpload(request, {
    onProgress: (sent) => {
      rate.add(sent)
      change(id, { state: 'sending', sent, secondsLeft: rate.secondsLeft(size) })
    },
    onInterruption: () => {
      rate.reset()
      change(id, { state: 'interrupted', secondsLeft: undefined })
    },
    onStored: (stored) => finish(id, { state: 'stored', sent: size, stored }),
    onFailure: (error) => finish(id, { state: 'failed', error }),
  })
  handles.set(id, { upload, rate })
  return { id, name, size, state: 'waiting', sent: 0, secondsLeft: undefined, error: undefined, stored: undefined }
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
  if (queue.get().some((item) => item.id === id && item.state !== 'stored')) handles.get(id)?.upload.cancel()
  handles.delete(id)
  queue.set(queue.get().filter((item) => item.id !== id))
  startWaiting()
}

export const clearStored = () => queue.set(queue.get().filter(({ state }) => state !== 'stored'))

whenSignedOut(() => {
  if (queue.get().length === 0) return
  for (const { upload } of handles.values()) upload.stop()
  handles.clear()
  queue.set([])
})

export const useUploads = () => useStore(queue)
