import { api } from '../../contract/index.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import {
  bulkUpdatePreferences,
  readAllPreferences,
  readPreferences,
  updatePreferences,
  updatePreferencesOfUser,
} from './rules.ts'

export function preferenceRoutes(serve: Serve, services: Services) {
  const { db } = services
  serve(api.preferences.read, ({ user }) => readPreferences(db, user.id))
  serve(api.preferences.update, ({ user, body }) => updatePreferences(services, user, body))
  serve(api.preferences.listAll, () => readAllPreferences(db))
  serve(api.preferences.updateOfUser, ({ user, params, body }) =>
    updatePreferencesOfUser(services, user, params.id, body),
  )
  serve(api.preferences.bulkUpdate, ({ user, body }) => bulkUpdatePreferences(services, user, body))
}
