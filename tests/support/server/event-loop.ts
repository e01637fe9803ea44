/**
 * Watches the event loop of a test process for requests that block it: while it is blocked, nobody else is answered.
 * Measured as processor time of the thread between two ticks of a timer, so that neither other processes nor waiting
 * counts, and only for requests that are alone. Full collections of garbage don't count: this process keeps many times
 * as much in its memory as a server.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { socketPath } from '../../../contract/realtime.ts'
import { cpuMs } from '../cpu-time.ts'

/**
 * Twice the 50 ms that a request may take: beside other processes the same work takes up to twice its processor time. The
 * requests of the tests are made in another thread (http-client.ts).
 */
const maxBlockMs = 100
const tickMs = 5
/** The system adds to a thread's processor time in steps of this length: what is measured may be as much too long. */
const clockStepMs = 4

/** Requests that may take longer: they hash a password, or a whole file goes through them. */
const isExcepted = ({ method = '', url = '' }: IncomingMessage) =>
  method !== 'GET' && /^\/api\/(files\/upload|auth\/(login|users|change-password))/.test(url)

/** Between two ticks, in processor time and by the clock. */
interface Interval {
  ms: number
  from: number
  to: number
}

/** `take` returns the requests that have blocked the loop since its last call. */
export function watchEventLoop() {
  const open = new Map<IncomingMessage, { longest: Interval; isAlone: boolean }>()
  let blocking: (Interval & { name: string })[] = []
  let collections: PerformanceEntry[] = []
  let timer: NodeJS.Timeout | undefined
  let ticked = { ms: 0, at: 0 }
  const observer = new PerformanceObserver((list) => {
    const isFull = (entry: PerformanceEntry & { detail?: { kind?: number } }) =>
      entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR
    collections.push(...list.getEntries().filter(isFull))
  })
  observer.observe({ entryTypes: ['gc'] })

  /** Of its time, without full collections in it. */
  function ownMs({ ms, from, to }: Interval) {
    const inside = collections.filter(({ startTime }) => startTime >= from && startTime < to)
    return inside.reduce((rest, { duration }) => rest - duration, ms)
  }

  function tick() {
    const now = { ms: cpuMs(), at: performance.now() }
    const last = { ms: now.ms - ticked.ms, from: ticked.at, to: now.at }
    for (const request of open.values()) if (last.ms > request.longest.ms) request.longest = last
    ticked = now
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function onStart(message: unknown) {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    // a poll of a socket waits for minutes
    if (request.url?.startsWith(socketPath)) return
    response.once('close', () => open.delete(request))
    tick()
    for (const other of open.values()) other.isAlone = false
    open.set(request, { longest: { ms: 0, from: 0, to: 0 }, isAlone: open.size === 0 })
    timer ??= setInterval(tick, tickMs).unref()
  }

  function onFinish(message: unknown) {
    const { request } = message as { request: IncomingMessage }
    tick()
    const finished = open.get(request)
    if (!finished) return
    open.delete(request)
    const { isAlone, longest } = finished
    if (isAlone && longest.ms > maxBlockMs + clockStepMs && !isExcepted(request))
      blocking.push({ ...longest, name: `${request.method} ${request.url}` })
  }

  /** Starting one copies the memory map of this process, which is many times larger than a server's. */
  function onNewProcess() {
    for (const request of open.values()) request.isAlone = false
  }

  subscribe('child_process', onNewProcess)
  subscribe('http.server.request.start', onStart)
  subscribe('http.server.response.finish', onFinish)
  return {
    take() {
      const taken = blocking.map((interval) => ({ ...interval, ms: ownMs(interval) }))
      blocking = []
      collections = []
      return taken
        .filter(({ ms }) => ms > maxBlockMs + clockStepMs)
        .map(({ name, ms }) => `${name}: ${Math.round(ms)} ms`)
    },
    stop() {
      clearInterval(timer)
      observer.disconnect()
      unsubscribe('child_process', onNewProcess)
      unsubscribe('http.server.request.start', onStart)
      unsubscribe('http.server.response.finish', onFinish)
    },
  }
}
