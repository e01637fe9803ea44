// A person's choice of notices, and of the places where they appear.
import * as z from 'zod/mini'
import { Moment, schema } from '../fields.ts'

/** `push` is a notice here that also reaches the person's devices. */
const NoticeChoice = z.enum(['here', 'push', 'nothing'], { error: 'Tiene que ser here, push o nothing' })
export type NoticeChoice = z.output<typeof NoticeChoice>

const notATime = 'Tiene que ser una hora, como 22:30'
const TimeOfDay = z.string({ error: notATime }).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, notATime))

const ChatChoice = z.enum(['all', 'named', 'nothing'], { error: 'Tiene que ser all, named o nothing' })

export const NoticeSettings = schema('NoticeSettings', {
  kinds: z.object({
    mention: NoticeChoice,
    comment: NoticeChoice,
    answer: NoticeChoice,
    reaction: NoticeChoice,
    broadcast: NoticeChoice,
    invitation: NoticeChoice,
  }),
  /** Messages that reach the person's devices: all, those to them, or none; with `nothing` the bell is silent too. */
  chat: ChatChoice,
  /** Until then no message reaches the person's devices. */
  silence_until: z.nullable(Moment),
  /** Every day in the community's time zone: nothing reaches the person's devices. */
  quiet_hours: z.nullable(z.object({ from: TimeOfDay, to: TimeOfDay })),
})
export type NoticeSettings = z.output<typeof NoticeSettings>

/** Absent fields stay. */
export const NoticeSettingsChanges = schema('NoticeSettingsChanges', {
  ...z.partial(NoticeSettings).shape,
  kinds: z.optional(z.partial(NoticeSettings.shape.kinds)),
})
export type NoticeSettingsChanges = z.output<typeof NoticeSettingsChanges>

/** A followed post tells of its comments; a muted one of nothing. Null for neither. */
export const Following = schema('Following', {
  state: z.nullable(z.enum(['following', 'muted'], { error: 'Tiene que ser following, muted o null' })),
})
export type Following = z.output<typeof Following>
