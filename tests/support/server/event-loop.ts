/**
 * Watches the event loop of a test process for requests that block it: while one is answered, nobody else is. Measured
 * as processor time of the thread, so that other processes don't count, and only for requests that are alone.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { socketPath } from '../../../contract/realtime.ts'

/** The requests of the tests are made in another thread (http-client.ts). */
const maxBlockMs = 50

/** Requests that may take longer: they hash a password, or a whole file goes through them. */
const isExcepted = ({ method = '', url = '' }: IncomingMessage) =>
  method !== 'GET' && /^\/api\/(files\/upload|auth\/(login|users|change-password))/.test(url)

const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** `take` returns the requests that have blocked the loop since its last call. */
export function watchEventLoop() {
  const open = new Map<IncomingMessage, { startedAt: number; isAlone: boolean }>()
  let blocking: string[] = []

  function onStart(message: unknown) {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    // a poll of a socket waits for minutes
    if (request.url?.startsWith(socketPath)) return
    response.once('close', () => open.delete(request))
    for (const other of open.values()) other.isAlone = false
    open.set(request, { startedAt: processorMs(), isAlone: open.size === 0 })
  }

  function onFinish(message: unknown) {
    const { request } = message as { request: IncomingMessage }
    const started = open.get(request)
    if (!started) return
    open.delete(request)
    const ms = processorMs() - started.startedAt
    if (started.isAlone && ms > maxBlockMs && !isExcepted(request))
      blocking.push(`${request.method} ${request.url}: ${Math.round(ms)} ms`)
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
      unsubscribe('child_process', onNewProcess)
      unsubscribe('http.server.request.start', onStart)
      unsubscribe('http.server.response.finish', onFinish)
    },
  }
}
