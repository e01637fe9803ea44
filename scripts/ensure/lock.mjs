import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT = 1000 // ms between two signs of life
const STALE = 20_000 // ms without one

/** Runs `work` while no other process does, here or in a container that shares the folder. */
export async function withLock(path, work) {
  await acquire(path)
  const beat = setInterval(() => utimesSync(path, new Date(), new Date()), BEAT)
  const release = () => rmSync(path, { force: true })
  process.on('exit', release)
  try {
    await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

async function acquire(path) {
  const mine = `${process.pid} ${Math.random()}`
  for (let waits = 0; ; waits++) {
    if (create(path, mine)) {
      if (waits > 0) await sleep(100) // two may have removed the same stale lock: the last to create it has it
      if (read(path) === mine) return
    }
    if (waits === 1) console.error('Waiting for another process that installs or builds here…')
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
    return Date.now() - statSync(path).mtimeMs > STALE
  } catch {
    return false
  }
}
