import { isStatus, messageOf } from '../api/call.ts'
import { texts } from './texts.ts'

export const failureOf = (error: Error | null) => (isStatus(error, 0) ? texts.offline : messageOf(error, texts.failed))
