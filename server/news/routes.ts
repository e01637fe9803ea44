import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'

export function newsRoutes(_serve: Serve, _services: Services) {}
