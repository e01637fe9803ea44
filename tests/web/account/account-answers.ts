import type { HttpHandler } from 'msw'
import { factors } from '../../../contract/auth/factors.ts'
import { passkeys } from '../../../contract/auth/passkeys.ts'
import { auth, type Session } from '../../../contract/auth.ts'
import { notices } from '../../../contract/notices/notices.ts'
import { push } from '../../../contract/notices/push.ts'
import type { NoticeSettings } from '../../../contract/notices/settings.ts'
import { type EmailPreferences, preferences } from '../../../contract/preferences.ts'
import { users } from '../../../contract/users.ts'
import { earlier, idOf } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'

/** The session of the test. */
export const ownSession: Session = {
  id: idOf(40),
  device: 'Chrome en Linux',
  address: '192.0.2.1',
  is_current: true,
  is_kept: true,
  created_at: earlier,
  last_seen_at: earlier,
}

export const emailPreferences: EmailPreferences = {
  new_posts: true,
  admin_notifications: true,
  comment_replies: true,
  weekly_digest: false,
}
export const nothingMade = { posts: 0, drafts: 0, comments: 0, messages: 0, news: 0, links: 0, files: 0, bytes: 0 }
export const noFactors = { totp_since: null, recovery_codes_left: 0, demanded_from: null, has_factor: false }

export const noticeSettings: NoticeSettings = {
  kinds: {
    mention: 'push',
    comment: 'push',
    answer: 'push',
    reaction: 'here',
    broadcast: 'here',
    invitation: 'here',
  },
  chat: 'named',
  silence_until: null,
  quiet_hours: null,
}

/** What the account page asks for, of a person with nothing but a password. */
export const accountAnswers = (): HttpHandler[] => [
  answer(preferences.read, emailPreferences),
  answer(auth.sessions, [ownSession]),
  answer(passkeys.list, { passkeys: [], has_password: true }),
  answer(factors.read, noFactors),
  answer(notices.readSettings, noticeSettings),
  answer(push.list, []),
  answer(users.contents, nothingMade),
]
