/**
 * Watches the event loop of a test process for requests that block it: while it is blocked, nobody else is answered.
 * Measured as processor time of the thread between two ticks of a timer, so that neither other processes nor waiting
 * counts, and only for requests that are alone.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { socketPath } from '../../../contract/realtime.ts'

/** The requests of the tests are made in another thread (http-client.ts). */
const maxBlockMs = 50
const tickMs = 5

/** Requests that may take longer: they hash a password, or a whole file goes through them. */
const isExcepted = ({ method = '', url = '' }: IncomingMessage) =>
  method !== 'GET' && /^\/api\/(files\/upload|auth\/(login|users|change-password))/.test(url)

const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** `take` returns the requests that have blocked the loop since its last call. */
export function watchEventLoop() {
  const open = new Map<IncomingMessage, { longestMs: number; isAlone: boolean }>()
  let blocking: string[] = []
  let timer: NodeJS.Timeout | undefined
  let tickedAt = 0

  function tick() {
    const now = processorMs()
    for (const request of open.values()) request.longestMs = Math.max(request.longestMs, now - tickedAt)
    tickedAt = now
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
    open.set(request, { longestMs: 0, isAlone: open.size === 0 })
    timer ??= setInterval(tick, tickMs).unref()
  }

  function onFinish(message: unknown) {
    const { request } = message as { request: IncomingMessage }
    tick()
    const finished = open.get(request)
    if (!finished) return
    open.delete(request)
    const { isAlone, longestMs } = finished
    if (isAlone && longestMs > maxBlockMs && !isExcepted(request))
      blocking.push(`${request.method} ${request.url}: ${Math.round(longestMs)} ms`)
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
      const taken = blocking
      blocking = []
      return taken
    },
    stop() {
      clearInterval(timer)
      unsubscribe('child_process', onNewProcess)
      unsubscribe('http.server.request.start', onStart)
      unsubscribe('http.server.response.finish', onFinish)
    },
  }
}
