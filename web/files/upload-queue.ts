// What is being uploaded. It lives beside the pages, so that one can walk on meanwhile.
import { useSyncExternalStore } from 'react'
import type { ArchiveFile } from '../../contract/files.ts'
import type { CallError } from '../api/call.ts'
import { whenSignedOut } from '../api/session.ts'
import { makeUpload, type Uploading } from '../api/uploads.ts'
import { Pace } from './pace.ts'

export type UploadState = 'waiting' | 'sending' | 'interrupted' | 'failed' | 'stored'

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

/** Uploads at a time: one alone would wait for the server's answers, many would share the same line. */
const atOnce = 2

const handles = new Map<number, { upload: ReturnType<typeof makeUpload>; pace: Pace }>()
const listeners = new Set<() => void>()
let queue: readonly QueuedUpload[] = []
let lastId = 0

const isMoving = ({ state }: QueuedUpload) => state === 'sending' || state === 'interrupted'
/** Whether something would be lost, or have to be chosen again, if the page were closed now. */
export const isUnfinished = (item: QueuedUpload) => isMoving(item) || item.state === 'waiting'

function become(next: readonly QueuedUpload[]) {
  queue = next
  for (const listener of listeners) listener()
}

const change = (id: number, changes: Partial<QueuedUpload>) =>
  become(queue.map((item) => (item.id === id ? { ...item, ...changes } : item)))

/** Starts what waits, as far as there is room. */
function advance() {
  const room = atOnce - queue.filter(isMoving).length
  for (const { id } of queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, room))) {
    change(id, { state: 'sending', error: undefined })
    void handles.get(id)?.upload.start()
  }
}

function settle(id: number, changes: Partial<QueuedUpload>) {
  handles.get(id)?.pace.forget()
  change(id, { ...changes, secondsLeft: undefined })
  advance()
}

function enqueue(what: Uploading): QueuedUpload {
  const id = ++lastId
  const pace = new Pace()
  const { name, size } = what.file
  const upload = makeUpload(what, {
    onProgress: (sent) => {
      pace.note(sent)
      change(id, { state: 'sending', sent, secondsLeft: pace.secondsLeft(size) })
    },
    onInterruption: () => {
      pace.forget()
      change(id, { state: 'interrupted', secondsLeft: undefined })
    },
    onStored: (stored) => settle(id, { state: 'stored', sent: size, stored }),
    onFailure: (error) => settle(id, { state: 'failed', error }),
  })
  handles.set(id, { upload, pace })
  return { id, name, size, state: 'waiting', sent: 0, secondsLeft: undefined, error: undefined, stored: undefined }
}

/** Files of one form: what is said of them is said of each. Answers where they are in the queue. */
export function addUploads(chosen: readonly File[], what: Omit<Uploading, 'file'>) {
  const added = chosen.map((file) => enqueue({ ...what, file }))
  become([...queue, ...added])
  advance()
  return added.map(({ id }) => id)
}

export function retryUpload(id: number) {
  change(id, { state: 'waiting', error: undefined })
  advance()
}

/** After another sign-in, those that the old session's end had stopped. */
export function resumeUploads() {
  for (const { id, state, error } of queue) if (state === 'failed' && error?.status === 401) retryUpload(id)
}

/** Takes one off the list; what isn't stored yet is given up. */
export function removeUpload(id: number) {
  if (queue.some((item) => item.id === id && item.state !== 'stored')) handles.get(id)?.upload.cancel()
  handles.delete(id)
  become(queue.filter((item) => item.id !== id))
  advance()
}

export const clearStored = () => become(queue.filter(({ state }) => state !== 'stored'))

whenSignedOut(() => {
  if (queue.length === 0) return
  for (const { upload } of handles.values()) upload.stop()
  handles.clear()
  become([])
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useUploads = () => useSyncExternalStore(subscribe, () => queue)
