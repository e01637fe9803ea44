// Counts of unread or unseen things. The server counts no further than `maxUnreadCount`.
import { limits } from '../../../contract/limits.ts'
import { texts } from '../texts.ts'

const max = limits.maxUnreadCount - 1

/** '5', '99+' */
export const formatCount = (count: number) => (count > max ? `${max}+` : `${count}`)

/** '1 mensaje', '5 mensajes', '99 o más mensajes' */
export const formatCountOf = (count: number, one: string, many: string) =>
  count > max ? texts.orMore(max, many) : `${count} ${count === 1 ? one : many}`
