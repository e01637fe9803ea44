import { disk } from '../../contract/disk.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'

export function diskRoutes(serve: Serve, services: Services) {
  serve(disk.read, () => services.disk.read())
}
