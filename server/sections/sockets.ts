import type { FastifyInstance } from 'fastify'
import type { Io } from '../realtime/sockets.ts'
import type { Services } from '../services.ts'

export function sectionSockets(_app: FastifyInstance, _io: Io, _services: Services) {}
