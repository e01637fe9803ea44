import { readFileSync } from 'node:fs'

/** Settings that are never shown, and may be given as the path of a file that holds them: `STATE_TOKEN_FILE`. */
export const secretNames = [
  'ADMIN_PASSWORD',
  'AWS_SECRET_ACCESS_KEY',
  'BACKUP_PASSPHRASE',
  'BACKUP_SECRET_ACCESS_KEY',
  'DATABASE_URL',
  'SMTP_URL',
  'STATE_TOKEN',
] as const

type Environment = Record<string, string | undefined>

function readSecret(name: string, path: string, faults: string[]) {
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (secret !== '') return secret
    faults.push(`${name}_FILE is ${JSON.stringify(path)}; it takes a file that isn't empty`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    faults.push(`${name}_FILE is ${JSON.stringify(path)}; it takes the path of a file that can be read (${code})`)
  }
  return undefined
}

/** The environment with the secrets of the named files, and a line for each one that can't be had. */
export function readSecretFiles(environment: Environment): { environment: Environment; faults: string[] } {
  const faults: string[] = []
  const read = secretNames.flatMap((name) => {
    const path = environment[`${name}_FILE`]
    if (!path) return []
    if (environment[name]) {
      faults.push(`${name}_FILE is ${JSON.stringify(path)}; it takes the place of ${name}, which is given too`)
      return []
    }
    return [[name, readSecret(name, path, faults)] as const]
  })
  return { environment: { ...environment, ...Object.fromEntries(read) }, faults }
}
