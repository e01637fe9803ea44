import type { SignedIn } from '../auth/signed-in.ts'
import { fail } from '../http/fail.ts'
import type { Services } from '../services.ts'
import { NotScanned } from './scanner.ts'

/** Refuses a file with a virus, and one that the scanner couldn't check. Without a scanner it takes all. */
export async function refuseInfected({ scanner, log }: Services, user: SignedIn, file: { id: string; path: string }) {
  const about = { file: file.id, user: user.id }
  const virus = await scanner?.findVirus(file.path).catch((error) => {
    if (!(error instanceof NotScanned)) throw error
    log.error({ err: error, ...about }, 'an upload could not be checked for viruses')
    if (error.isTooLarge)
      fail('too_large', { detail: 'El archivo es demasiado grande para comprobar si tiene virus. No se ha guardado.' })
    return fail('not_scanned', { retryAfterSeconds: 20, cause: error })
  })
  if (virus === undefined) return
  log.warn({ virus, ...about }, 'an upload with a virus was refused')
  fail('infected_file')
}
