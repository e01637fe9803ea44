import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'

export function notificationRoutes(_serve: Serve, _services: Services) {}
