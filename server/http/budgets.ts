import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import { mentionedIds } from '../../contract/markdown/mentions.ts'
import { networkOf } from '../lib/network.ts'
import { createTokenBuckets } from '../lib/token-buckets.ts'
import { fail } from './fail.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    cost?: Endpoint['cost'] | undefined
  }
}

type Size = { burst: number; perSecond: number }
export type BudgetSizes = Record<'reads' | 'network' | 'messages' | 'signIns' | 'signInsOfOne', Size>

/** Weight of a body whose length isn't announced. */
const unknownBytes = 100 * 1024
const readMethods = new Set(['GET', 'HEAD'])

/** Tokens that a request takes, unless it is a write of a person. */
export function readCost({ routeOptions, query }: FastifyRequest) {
  const { cost = 1 } = routeOptions.config
  return typeof cost === 'function' ? cost(query as Record<string, unknown>) : cost
}

/** By the announced length. Uploads have limits of their own, and a body that is too large isn't read. */
function writeCost({ headers, routeOptions: { bodyLimit = 0, config } }: FastifyRequest) {
  const bytes = Number(headers['content-length'] ?? (headers['transfer-encoding'] ? unknownBytes : 0))
  return config.isUpload || bytes > bodyLimit ? 1 : 1 + Math.floor(bytes / limits.writes.bytesPerToken)
}

const machineNow = () => performance.now()

/** Takes tokens; 429 with the time until there are enough. */
function createBudget(size: Size, now: () => number) {
  const take = createTokenBuckets(size, now)
  return (key: string, cost?: number) => {
    if (!take(key, cost)) fail('too_often', { retryAfterSeconds: take.secondsUntil(key, cost) })
  }
}

const maxRecentMessages = 1000

/** Tokens for the people whom a text names, who are told: besides its request. */
const costOfNames = (text: string) => Math.floor(mentionedIds(text).length / limits.writes.namesPerToken)

/** Counts a message once although it is sent over both transports, or again. */
function createMessageBudget(size: Size) {
  const take = createBudget(size, machineNow)
  const recent = new Set<string>()
  return (userId: string, text = '', clientId: string | null = null) => {
    const key = `${userId} ${clientId}`
    if (clientId !== null && recent.has(key)) return
    take(userId, 1 + costOfNames(text))
    if (clientId === null) return
    recent.add(key)
    const [oldest] = recent
    if (recent.size > maxRecentMessages && oldest !== undefined) recent.delete(oldest)
  }
}

/**
 * Budgets of one person and of one client network (docs/decisions/012), counted in the memory of a process. Budgets that
 * protect the machine go by its own clock, the others by `now`.
 */
export function createBudgets(now: () => number, sizes: Partial<BudgetSizes> = {}) {
  const { reads, network, messages, signIns, signInsOfOne } = { ...limits, ...sizes }
  const takeRead = createBudget(reads, machineNow)
  const takeWrite = createBudget(limits.writes, now)
  const takeFromNetwork = createBudget(network, machineNow)
  const takeSignIn = createBudget(signIns, machineNow)
  return {
    takeWrite,
    takeMessage: createMessageBudget(messages),
    takeNames: (userId: string, text: string) => takeWrite(userId, costOfNames(text)),
    /** For a password to be checked for one name and network, or session, right or wrong. */
    takeSignInOf: createBudget(signInsOfOne, machineNow),
    /** For a password to be checked, whoever asks. */
    takeSignIn: () => takeSignIn('all'),
    /** For a broadcast or a test mail of an administrator. */
    takeMail: createBudget(limits.adminMails, now),
    /** For the title of a page that a person is about to share. */
    takeTitle: createBudget(limits.newsTitles, now),
    /** For a test message to a person's device. */
    takePushTest: createBudget(limits.push.tests, now),
    /** For an unsubscribe link, by client network. */
    takeUnsubscribing: createBudget(limits.unsubscribing, now),
    /** For a signed-in person's request. */
    takeRequest(userId: string, request: FastifyRequest) {
      if (readMethods.has(request.method)) takeRead(userId, readCost(request))
      else takeWrite(userId, writeCost(request))
    },
    /** Counts every request to the API, refused ones too, before anything else is done for it. Who has left gets nothing. */
    limitNetworks(app: FastifyInstance) {
      app.addHook('onRequest', (request, reply, done) => {
        if (request.clientAddress === '') return void reply.hijack()
        const { url } = request.routeOptions
        if (url === undefined || url.startsWith('/api/'))
          takeFromNetwork(networkOf(request.clientAddress), readCost(request))
        done()
      })
    },
  }
}

export type Budgets = ReturnType<typeof createBudgets>
