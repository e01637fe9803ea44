import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const heartbeatIntervalMs = 1000
/** Without a heartbeat for this long, the process has ended. */
const staleMs = 20_000

/** Runs `work` while no other process holds the lock, on this machine or in a container that shares the folder. */
export async function withLock(path, work) {
  await acquire(path)
  const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), heartbeatIntervalMs)
  const release = () => rmSync(path, { force: true })
  process.on('exit', release)
  try {
    await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

async function acquire(path) {
  const owner = `${process.pid} ${Math.random()}`
  for (let attempts = 0; ; attempts++) {
    if (create(path, owner)) {
      if (attempts > 0) await sleep(100) // two may have removed the same stale lock: the last creator holds it
      if (read(path) === owner) return
    }
    if (attempts === 1) console.error('Waiting for another process that installs or builds here…')
    if (isStale(path)) rmSync(path, { force: true })
    else await sleep(200)
  }
}

function create(path, text) {
  try {
    const file = openSync(path, 'wx')
    writeSync(file, text)
    closeSync(file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function isStale(path) {
  try {
    return Date.now() - statSync(path).mtimeMs > staleMs
  } catch {
    return false
  }
}
