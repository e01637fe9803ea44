import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'

export function auditRoutes(_serve: Serve, _services: Services) {}
