// Connections to other machines are refused without TLS, and secrets may be in files.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { refusalOf } from './refusal-of.ts'

const bucket = { S3_BUCKET: 'biblioteca', AWS_ACCESS_KEY_ID: 'quien', AWS_SECRET_ACCESS_KEY: 'secreto' }
const backups = { BACKUP_ACCESS_KEY_ID: 'quien', BACKUP_SECRET_ACCESS_KEY: 'secreto' }

describe('a connection to another machine', () => {
  const database = 'postgres://u:muy-secreto@db.example/alejandria'
  const plain = { DATABASE_URL: database, ...bucket, S3_ENDPOINT: 'http://store:9000' }
  const plainBackups = { ...backups, BACKUP_TO: 's3://copias', BACKUP_S3_ENDPOINT: 'http://10.0.0.3:9000' }
  const line = (name: string, it: string, allowed: string) =>
    `${name} is of another machine and without verified TLS; it takes ${it}, or ALLOW_PLAINTEXT=${allowed} if only your own network connects the two`
  const databaseLine = line('DATABASE_URL', '?sslmode=verify-full at its end', 'postgres')
  const storeLine = (name: string) => line(name, 'an https address', 's3')
  const scannerLine = line('CLAMD', 'an address of this machine or the path of a socket', 'clamd')
  const scanners = ['10.0.0.4:3310', 'clamav:3310', '[fd00::4]:3310', '[::ffff:10.0.0.4]:3310']
  type Refused = [Record<string, string>, ...lines: string[]]

  test.each<Refused>([
    [{ ...plain, ...plainBackups }, databaseLine, storeLine('S3_ENDPOINT'), storeLine('BACKUP_S3_ENDPOINT')],
    [{ ...plain, ALLOW_PLAINTEXT: 's3' }, databaseLine],
    ...[
      `${database}?sslmode=disable`,
      // an unverified certificate may be anybody's
      `${database}?sslmode=no-verify`,
      `${database}?sslmode=require&uselibpqcompat=true`,
      `${database}?ssl=0`,
      'postgres://u:p@127.0.0.1/alejandria?host=db.example',
    ].map((DATABASE_URL): Refused => [{ DATABASE_URL }, databaseLine]),
    ...scanners.map((CLAMD): Refused => [{ CLAMD }, scannerLine]),
    // Node’s own switch for all certificates
    [
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      'NODE_TLS_REJECT_UNAUTHORIZED is "0"; it takes no value: NODE_EXTRA_CA_CERTS adds an authority',
    ],
  ])('is refused without verified TLS: %j', (environment, ...lines) => {
    expect(refusalOf(environment)).toEqual(lines)
  })

  test.each<Record<string, string>>([
    ...[
      ...['127.0.0.1', '[::1]', 'localhost'].map((host) => `postgres://u:p@${host}/alejandria`),
      ...['postgres://u:p@db.example/alejandria?host=/run/postgresql', `${database}?sslmode=verify-full`],
      ...[`${database}?sslmode=require`, `${database}?ssl=true`],
    ].map((DATABASE_URL) => ({ DATABASE_URL })),
    { ...plain, ...plainBackups, ALLOW_PLAINTEXT: 'postgres,s3' },
    ...scanners.map((CLAMD) => ({ CLAMD, ALLOW_PLAINTEXT: 'clamd' })),
    ...['127.0.0.1:3310', '[::1]:3310', 'localhost:3310', '/run/clamav/clamd.ctl'].map((CLAMD) => ({ CLAMD })),
    // nothing uses them
    { S3_ENDPOINT: 'http://store.example', BACKUP_S3_ENDPOINT: 'http://store.example' },
  ])('is accepted with TLS, if the setting allows it, or if it is none: %j', (environment) => {
    expect(refusalOf(environment)).toEqual([])
  })

  test('may have its TLS by PGSSLMODE', () => {
    vi.stubEnv('PGSSLMODE', 'verify-full')
    expect(refusalOf({ DATABASE_URL: database })).toEqual([])
    vi.stubEnv('PGSSLMODE', 'no-verify')
    expect(refusalOf({ DATABASE_URL: database })).toEqual([databaseLine])
    vi.unstubAllEnvs()
  })
})

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (content: string) => {
    const path = join(folder, String(readdirSync(folder).length))
    writeFileSync(path, content)
    return path
  }

  test.each([
    ['ADMIN_PASSWORD', ' con espacios '],
    ['AWS_SECRET_ACCESS_KEY', 'secreto'],
    ['BACKUP_PASSPHRASE', 'seis palabras que nadie sabe'],
    ['BACKUP_SECRET_ACCESS_KEY', 'secreto'],
    ['DATABASE_URL', 'postgres://u:p@localhost/alejandria'],
    ['SMTP_URL', 'smtp://u:p@localhost'],
    ['STATE_TOKEN', 'kJ8_uY.4~w+/zQ1x=='],
  ])('gives %s, without the newline at its end', (name, secret) => {
    for (const end of ['', '\n', '\r\n']) {
      const settings = { PUBLIC_URL: 'https://alejandria.example', [`${name}_FILE`]: file(`${secret}${end}`) }
      expect(readConfig(settings)).toMatchObject({ [name]: secret })
    }
  })

  test('loses one newline only', () => {
    expect(readConfig({ BACKUP_PASSPHRASE_FILE: file('\nocho letras\n\n') }).BACKUP_PASSPHRASE).toBe('\nocho letras\n')
  })

  test('is refused beside the setting itself, missing, or empty; with the other wrong settings, and never shown', () => {
    const token = file('quince letras..\n')
    const empty = file('\n')
    expect(
      refusalOf({
        SMTP_URL: 'smtp://u:muy-secreto@localhost',
        SMTP_URL_FILE: token,
        PORT: 'x',
        DATABASE_URL_FILE: join(folder, 'nadie'),
        ADMIN_PASSWORD_FILE: empty,
        BACKUP_PASSPHRASE_FILE: folder,
      }),
    ).toEqual([
      `ADMIN_PASSWORD_FILE is "${empty}"; it takes a file that isn't empty`,
      `BACKUP_PASSPHRASE_FILE is "${folder}"; it takes the path of a file that can be read (EISDIR)`,
      `DATABASE_URL_FILE is "${folder}/nadie"; it takes the path of a file that can be read (ENOENT)`,
      `SMTP_URL_FILE is "${token}"; it takes the place of SMTP_URL, which is given too`,
      'PORT is "x"; it takes a whole number from 0 to 65535',
    ])
    expect(refusalOf({ STATE_TOKEN_FILE: token })).toEqual([
      'STATE_TOKEN is a secret that is not shown; it takes at least 16 letters and digits, such as those of openssl rand -hex 24',
    ])
  })
})
