// Places and retention of snapshots, as settings say them.
import { stat } from 'node:fs/promises'
import { relative } from 'node:path'

const bucketPlace = /^s3:\/\/([^/]*)(\/.*)?$/

/** A folder, or `s3://bucket` with or without a prefix. */
export function isBackupPlace(value: string, bucketName: RegExp) {
  const [, bucket, prefix = ''] = bucketPlace.exec(value) ?? []
  if (bucket !== undefined) return bucketName.test(bucket) && /^[\w./-]*$/.test(prefix) && !/\.\.|\/\//.test(prefix)
  return !/^[a-z0-9]+:/i.test(value)
}

interface Places {
  BACKUP_TO?: string | undefined
  DATA_DIR: string
}

const isWithin = (path: string, folder: string) => !/^\.\.(\/|$)/.test(relative(folder, path))

/** True if the folder of the snapshots is that of the data, in it, or around it. */
export const isBesideData = ({ BACKUP_TO, DATA_DIR }: Places) =>
  BACKUP_TO !== undefined &&
  !bucketPlace.test(BACKUP_TO) &&
  (isWithin(BACKUP_TO, DATA_DIR) || isWithin(DATA_DIR, BACKUP_TO))

/** True if snapshots and data are folders of the same device. */
export async function isOnDataDisk({ BACKUP_TO = '', DATA_DIR }: Places) {
  if (BACKUP_TO === '' || bucketPlace.test(BACKUP_TO)) return false
  const deviceOf = async (path: string) => (await stat(path).catch(() => undefined))?.dev
  const device = await deviceOf(BACKUP_TO)
  return device !== undefined && device === (await deviceOf(DATA_DIR))
}

/** How many days, weeks and months keep their newest snapshot. */
export interface Retention {
  days: number
  weeks: number
  months: number
}

const units = { d: 'days', w: 'weeks', m: 'months' } as const

/** Reads `7d 5w 12m`; undefined for anything else, and for nothing at all. */
export function parseRetention(text: string): Retention | undefined {
  const retention: Retention = { days: 0, weeks: 0, months: 0 }
  for (const word of text.trim().split(/\s+/)) {
    const [, number, unit] = /^(\d{1,3})([dwm])$/.exec(word) ?? []
    if (!number || !unit) return undefined
    retention[units[unit as keyof typeof units]] = Number(number)
  }
  return retention.days + retention.weeks + retention.months > 0 ? retention : undefined
}
