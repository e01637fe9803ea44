import type { NoticeKind } from '../../../contract/notices/notices.ts'
import type { NoticeChoice } from '../../../contract/notices/settings.ts'

/** Choices of people who haven't chosen. */
export const defaultChoices: Record<NoticeKind, NoticeChoice> = {
  mention: 'push',
  comment: 'push',
  answer: 'push',
  reaction: 'here',
  broadcast: 'push',
  invitation: 'here',
}

export const defaultSettings = { chat: 'named', silence_until: null, quiet_from: null, quiet_to: null } as const
