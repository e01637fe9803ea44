import type { Config } from './config.ts'
import type { OpenDatabase } from './db/db.ts'
import { newId } from './ids.ts'
import { openMailer } from './mail/open.ts'
import { openOutside } from './outside/outside.ts'
import { openPictures } from './pictures/pictures.ts'
import { memoryBus } from './realtime/bus.ts'
import { postgresBus } from './realtime/postgres-bus.ts'
import { readSecret } from './secrets/secrets.ts'
import type { Services } from './services.ts'
import { openStorage } from './storage/open.ts'

const sayLost = (error: Error) => console.error(`listening to the database: ${error.message}`)

/** What a server works with, as the settings say; the log comes with the server. */
export async function openServices(config: Config, { db }: OpenDatabase): Promise<Omit<Services, 'log'>> {
  const { DATABASE_URL: databaseUrl, DOCS_VIEWER_URL: url, PUBLIC_URL: publicUrl } = config
  return {
    db,
    now: Date.now,
    newId,
    bus: databaseUrl ? await postgresBus(databaseUrl, sayLost) : memoryBus(),
    ...(await openStorage(config)),
    pictures: openPictures(),
    mailer: await openMailer(config),
    unsubscribeKey: await readSecret(db, 'unsubscribe'),
    outside: openOutside(),
    addressKey: await readSecret(db, 'content_addresses'),
    settings: {
      sessionDays: config.SESSION_DAYS,
      maxUpload: config.MAX_UPLOAD_MB * 2 ** 20,
      publicUrl: publicUrl ?? `http://localhost:${config.PORT}`,
      docsViewer: url && publicUrl ? { url, publicUrl } : undefined,
    },
  }
}
