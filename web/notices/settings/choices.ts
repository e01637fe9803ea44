// The settings as their fields show them.
import type { NoticeSettings, NoticeSettingsChanges } from '../../../contract/notices/settings.ts'

export type Silence = 'none' | 'hour' | 'morning' | 'week' | 'stored'

type Kinds = NoticeSettings['kinds']

export interface Choices extends Kinds {
  chat: NoticeSettings['chat']
  /** `stored` leaves the stored moment. */
  silence: Silence
  hasQuietHours: boolean
  from: string
  to: string
}

const firstHours = { from: '22:00', to: '08:00' }

export const choicesOf = ({ kinds, chat, silence_until, quiet_hours }: NoticeSettings, now = Date.now()): Choices => ({
  ...kinds,
  chat,
  silence: silence_until !== null && Date.parse(silence_until) > now ? 'stored' : 'none',
  hasQuietHours: quiet_hours !== null,
  ...(quiet_hours ?? firstHours),
})

const hourMs = 60 * 60_000

function silentUntil(silence: Exclude<Silence, 'none' | 'stored'>, now: Date) {
  if (silence === 'morning') return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8)
  return new Date(now.getTime() + (silence === 'hour' ? hourMs : 7 * 24 * hourMs))
}

export const changesOf = (choices: Choices, now = new Date()): NoticeSettingsChanges => {
  const { chat, silence, hasQuietHours, from, to, ...kinds } = choices
  return {
    kinds,
    chat,
    quiet_hours: hasQuietHours ? { from, to } : null,
    ...(silence !== 'stored' && {
      silence_until: silence === 'none' ? null : silentUntil(silence, now).toISOString(),
    }),
  }
}
