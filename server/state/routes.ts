import { api } from '../../contract/index.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { logPolicyReport } from './policy-reports.ts'
import { makeSnapshot, readState } from './rules.ts'

export function stateRoutes(serve: Serve, services: Services) {
  serve(api.state.read, ({ user }) => readState(services, { isForMonitor: user === undefined }))
  serve(api.policyReports.create, ({ body }) => logPolicyReport(services, body['csp-report']))
  serve(api.state.makeSnapshot, ({ user }) => makeSnapshot(services, user))
}
