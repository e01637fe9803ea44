// Loaded before anything else in the process for images, and in each of its threads.
import { constants } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// of sharp's WebAssembly: numbers for opening files, which it never does; Node's own is refused without rights
Object.assign(process, { binding: () => ({ fs: constants }) })
// a thread could start another one with all rights; only the first one starts them
if (!isMainThread) process.permission.drop('worker')
