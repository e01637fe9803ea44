import { noticeKinds } from '../../../contract/notices/notices.ts'
import type { Following, NoticeSettings, NoticeSettingsChanges } from '../../../contract/notices/settings.ts'
import type { Db } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { authorize } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/serve.ts'
import { toIso } from '../../lib/time.ts'
import { findPostAccess } from '../../posts/queries.ts'
import type { Services } from '../../services.ts'
import {
  defaultChoices,
  defaultSettings,
  findFollowing,
  findSettings,
  listChoices,
  setChoice,
  setFollowing,
  setSettings,
} from './queries.ts'

export async function readSettings(db: Db, userId: string): Promise<NoticeSettings> {
  const chosen = await listChoices(db, userId)
  const { chat, silence_until, quiet_from, quiet_to } = (await findSettings(db, userId)) ?? defaultSettings
  const kinds = { ...defaultChoices }
  for (const { kind, choice } of chosen) kinds[kind] = choice
  return {
    kinds,
    chat,
    silence_until: silence_until === null ? null : toIso(silence_until),
    quiet_hours: quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to },
  }
}

export const updateSettings = ({ db }: Services, user: SignedIn, changes: NoticeSettingsChanges) =>
  transaction(db, async (tx) => {
    for (const kind of noticeKinds) {
      const choice = changes.kinds?.[kind]
      if (choice !== undefined) await setChoice(tx, { user_id: user.id, kind, choice })
    }
    const { chat, silence_until, quiet_hours } = changes
    // only what is given: another device may change the rest at the same time
    await setSettings(tx, user.id, {
      ...(chat !== undefined && { chat }),
      ...(silence_until !== undefined && {
        silence_until: silence_until === null ? null : Date.parse(silence_until),
      }),
      ...(quiet_hours !== undefined && {
        quiet_from: quiet_hours?.from ?? null,
        quiet_to: quiet_hours?.to ?? null,
      }),
    })
    return readSettings(tx, user.id)
  })

/** 404 if the person may not read the post. */
export async function readFollowing(db: Db, user: SignedIn, postId: string): Promise<Following> {
  authorize(user, 'post.read', await findPostAccess(db, postId))
  return { state: (await findFollowing(db, user.id, postId)) ?? null }
}

/** 404 if the person may not read the post. */
export const followPost = ({ db }: Services, user: SignedIn, postId: string, { state }: Following) =>
  transaction(db, async (tx) => {
    authorize(user, 'post.read', await findPostAccess(tx, postId))
    await setFollowing(tx, user.id, postId, state)
    return readFollowing(tx, user, postId)
  })
