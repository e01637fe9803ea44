import { type Config, readConfig } from '../config.ts'
import { OperatorError } from '../operator-error.ts'
import { backup, forget, list, moveCommunity, restoreBackup, verify } from './commands.ts'

export const backupUsage = `  npm run admin -- backup                    makes a snapshot in BACKUP_TO; its name is the last line
                                             with --new-place also where the last snapshot isn't
  npm run admin -- backup list               the snapshots, oldest first
  npm run admin -- backup verify [SNAPSHOT]  reads all of it back and restores it into a throw-away database
  npm run admin -- backup forget             removes snapshots by the rule of BACKUP_KEEP
  npm run admin -- restore SNAPSHOT          into an empty place; with --replace also in place of a community
  npm run admin -- move --from-data-dir=FOLDER | --from-database-url=ADDRESS …
                                             makes the place of the settings as another one; with --replace too`

export const isBackupCommand = ([command = '']: string[]) => ['backup', 'restore', 'move'].includes(command)

export function runBackupCommand([command, ...words]: string[], config: Config) {
  const [first = '', second] = words
  const line = words.join(' ')
  if (command === 'backup' && (line === '' || line === '--new-place'))
    return backup(config, { isNewPlace: line !== '' })
  if (command === 'backup' && line === 'list') return list(config)
  if (command === 'backup' && first === 'verify' && words.length <= 2) return verify(config, second)
  if (command === 'backup' && line === 'forget') return forget(config)
  if (command === 'restore' && first !== '' && words.length <= 2 && [undefined, '--replace'].includes(second))
    return restoreBackup(config, first, { replace: second !== undefined })
  if (command === 'move' && words.length > 0) return moveFrom(words, config)
  throw new OperatorError(`Usage:\n${backupUsage}`)
}

/** Settings that say where a community is. */
const placeSettings = [
  ...['DATA_DIR', 'DATABASE_URL', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION'],
  ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
]

function moveFrom(words: string[], config: Config) {
  const from: Record<string, string> = {}
  for (const word of words.filter((option) => option !== '--replace')) {
    const [, option = '', value = ''] = /^--from-([a-z0-9-]+)=(.+)$/.exec(word) ?? []
    const setting = option.toUpperCase().replaceAll('-', '_')
    if (!placeSettings.includes(setting)) throw new OperatorError(`${word} is not an option of move\n${backupUsage}`)
    from[setting] = value
  }
  if (!from.DATA_DIR && !from.DATABASE_URL)
    throw new OperatorError('move takes where from: --from-data-dir=FOLDER, or --from-database-url=ADDRESS')
  // beside PostgreSQL the archive may be in this data folder, or in a bucket
  const source = readConfig({ DATA_DIR: config.DATA_DIR, ALLOW_PLAINTEXT: config.ALLOW_PLAINTEXT.join(','), ...from })
  return moveCommunity(config, source, { replace: words.includes('--replace') })
}
