// Settings (DECISIONS §1): each wrong setting on its own line with its name, value and allowed values; all at once.
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { refusalOf } from './refusal-of.ts'

const bucket = {
  S3_BUCKET: 'biblioteca',
  S3_ENDPOINT: 'https://s3.example:9000',
  S3_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'quien',
  AWS_SECRET_ACCESS_KEY: 'secreto',
}

const backups = {
  BACKUP_S3_ENDPOINT: 'https://s3.example:9000',
  BACKUP_S3_REGION: 'eu-west-1',
  BACKUP_ACCESS_KEY_ID: 'quien',
  BACKUP_SECRET_ACCESS_KEY: 'secreto',
  BACKUP_PASSPHRASE: 'seis palabras que nadie sabe',
  BACKUP_AT: '05:00',
  BACKUP_KEEP: '14d 6m',
  TIME_ZONE: 'America/Lima',
  STATE_TOKEN: 'kJ8_uY.4~w+/zQ1x==',
}

test('the defaults are those of DECISIONS §1', () => {
  expect(readConfig({})).toEqual({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: resolve('data'),
    SESSION_DAYS: 30,
    TRUST_PROXY: [],
    LOG_LEVEL: 'info',
    MAX_UPLOAD_MB: 200,
    QUOTA_MB: 0,
    ALLOW_PLAINTEXT: [],
    LINK_TITLES: true,
    SERVICE_WORKER: 'on',
    ADMIN_NAME: 'admin',
    ADMIN_EMAIL: 'admin@localhost',
    S3_REGION: 'us-east-1',
    TIME_ZONE: 'Europe/Madrid',
    BACKUP_S3_REGION: 'us-east-1',
    BACKUP_AT: '03:30',
    BACKUP_KEEP: '7d 5w 12m',
    KEEP_AUDIT_DAYS: 730,
    KEEP_MAILS_DAYS: 365,
    KEEP_VERSIONS: 50,
    KEEP_VERSIONS_DAYS: 365,
  })
})

test('every setting can be given', () => {
  // these are read as they are written
  const unchanged = {
    HOST: '::',
    DATA_DIR: '/srv/alejandria',
    DATABASE_URL: 'postgres://u:p@db.example:5432/alejandria',
    PUBLIC_URL: 'https://alejandria.example',
    LOG_LEVEL: 'warn',
    SERVICE_WORKER: 'off',
    ADMIN_NAME: 'Hipatia',
    ADMIN_EMAIL: 'hipatia@example.org',
    ADMIN_PASSWORD: ' con espacios ',
    ...bucket,
    DOCS_VIEWER_URL: 'https://visor.example/?u={url}',
    SMTP_URL: 'smtps://u:p%40@mail.example:465',
    ...backups,
    BACKUP_TO: 's3://copias/casa',
  }
  const numbers = {
    PORT: 8080,
    SESSION_DAYS: 14,
    MAX_UPLOAD_MB: 50,
    QUOTA_MB: 2000,
    KEEP_AUDIT_DAYS: 90,
    KEEP_MAILS_DAYS: 30,
    KEEP_VERSIONS: 1,
    KEEP_VERSIONS_DAYS: 36_500,
  }
  expect(
    readConfig({
      ...unchanged,
      ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, `${value}`])),
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8',
      ALLOW_PLAINTEXT: 'smtp, postgres,s3,clamd',
      LINK_TITLES: '0',
      MAIL_FROM: 'La biblioteca <correo@alejandria.example>',
      CLAMD: 'clamav:3310',
      UNHEARD_OF: 'x',
      OUTBOUND_HOSTS: 'WWW.youtube.com, *.example.org',
    }),
  ).toEqual({
    ...unchanged,
    ...numbers,
    TRUST_PROXY: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
    ALLOW_PLAINTEXT: ['smtp', 'postgres', 's3', 'clamd'],
    LINK_TITLES: false,
    CLAMD: { host: 'clamav', port: 3310 },
    MAIL_FROM: { name: 'La biblioteca', address: 'correo@alejandria.example' },
    OUTBOUND_HOSTS: ['www.youtube.com', '*.example.org'],
  })
})

type Refused = [Record<string, string>, ...lines: string[]]
/** Wrong values of one setting, which takes the same beside each. */
const refused = (name: string, values: string[], taken: string, beside = {}) =>
  values.map((value): Refused => [{ [name]: value, ...beside }, `${name} is "${value}"; it takes ${taken}`])
const apart = 'a folder apart from DATA_DIR (/srv/alejandria), neither in it nor around it'

test.each<Refused>([
  ...refused('BACKUP_TO', ['s3://copias'], 'BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY beside it'),
  ...refused(
    'BACKUP_TO',
    ['https://copias.example', 's3://Copias', 's3://copias/../otra', 's3://'],
    'a folder, or s3://bucket/prefix',
  ),
  ...refused('BACKUP_TO', ['/srv/alejandria', '/srv'], apart, { DATA_DIR: '/srv/alejandria' }),
  ...refused('BACKUP_TO', ['/srv/alejandria/copias'], apart, { DATA_DIR: '/srv/alejandria/' }),
  ...refused('BACKUP_AT', ['3:30', '24:00', '03:60', 'noche'], 'an hour, like 03:30'),
  [
    { BACKUP_KEEP: 'siempre', TIME_ZONE: 'Alejandría', BACKUP_PASSPHRASE: 'corta' },
    'BACKUP_KEEP is "siempre"; it takes how many days, weeks and months keep a snapshot, like 7d 5w 12m',
    'TIME_ZONE is "Alejandría"; it takes a time zone, like Europe/Madrid',
    'BACKUP_PASSPHRASE is a secret that is not shown; it takes at least 8 characters',
  ],
  [
    { ...bucket, AWS_SECRET_ACCESS_KEY: '' },
    'S3_BUCKET is "biblioteca"; it takes AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY beside it',
  ],
  [
    { DOCS_VIEWER_URL: 'https://visor.example/?u={url}' },
    'DOCS_VIEWER_URL is "https://visor.example/?u={url}"; it takes PUBLIC_URL beside it, for the viewer to reach the document',
  ],
  [
    { SMTP_URL: 'smtp://u:muy-secreto@mail.example' },
    'SMTP_URL is given; it takes PUBLIC_URL beside it, for the links in mails',
  ],
  [
    { OUTBOUND_HOSTS: 'https://youtube.com' },
    'OUTBOUND_HOSTS is "https://youtube.com"; it takes none, or host names separated by commas, like www.youtube.com, *.example.org',
  ],
])('%j is refused with what it takes', (environment, ...lines) => {
  expect(refusalOf(environment)).toEqual(lines)
})

const address = 'correo@alejandria.example'

test.each<[name: string, given: string, read: unknown]>([
  ['CLAMD', '127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['CLAMD', 'localhost:1', { host: 'localhost', port: 1 }],
  ['CLAMD', '[::1]:65535', { host: '::1', port: 65_535 }],
  ['CLAMD', '/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['MAIL_FROM', address, { name: 'Alejandría', address }],
  ['MAIL_FROM', `"Club, de lectura" <${address}>`, { name: 'Club, de lectura', address }],
  ['BACKUP_TO', 'copias', resolve('copias')],
  ['BACKUP_TO', ' /mnt/copias ', '/mnt/copias'],
  // beside another one, not in it
  ['BACKUP_TO', `${resolve('data')}-copias`, `${resolve('data')}-copias`],
  ['DATA_DIR', '/srv/alejandria\t', '/srv/alejandria'],
  ['DATA_DIR', ' ', resolve('data')],
  // as browsers read them
  ...[
    ['https://x.example ', 'https://x.example'],
    [' https://x.example/', 'https://x.example'],
    ['https:x.example', 'https://x.example'],
    ['https:\\\\x.example', 'https://x.example'],
    ['HTTPS://X.Example:443', 'https://x.example'],
    ['https://alejandría.example', 'https://xn--alejandra-n5a.example'],
  ].flatMap(([given = '', read]) =>
    ['PUBLIC_URL', 'S3_ENDPOINT'].map((name): [string, string, unknown] => [name, given, read]),
  ),
])('%s is read from %j as %j', (name, given, read) => {
  expect(readConfig({ [name]: given })).toEqual({ ...readConfig({}), [name]: read })
})

test('an empty setting counts as not given, except ADMIN_PASSWORD', () => {
  const names = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_URL', 'SESSION_DAYS', 'TRUST_PROXY', 'LOG_LEVEL']
  const empty = Object.fromEntries([...names, 'ADMIN_NAME', 'ADMIN_EMAIL'].map((name) => [name, '']))
  expect(readConfig(empty)).toEqual(readConfig({}))
  expect(refusalOf({ ADMIN_PASSWORD: '' })).toHaveLength(1)
})

describe.each([
  ['PORT', 'ochenta', '65536', '-1', '80.5', '0x50', ' 80', '1e3', '99999999999'],
  ['HOST', 'a b', 'http://x', 'x/y', 'x;y'],
  ['DATABASE_URL', 'mysql://x', 'localhost', 'postgres://', 'postgres:/x', 'http://x', 'postgres://['],
  [
    'PUBLIC_URL',
    ...'alejandria.example ftp://x https://x.example/a https://x.example?a https://u:p@x.example'.split(' '),
    ...['https://x.example/?', 'https://x.example#', ' ', 'https://'],
  ],
  // the database keeps audit events for 90 days, whatever the setting
  ['KEEP_AUDIT_DAYS', '89', '0', '36501', 'siempre', '-1'],
  ['KEEP_MAILS_DAYS', '29', '0', '36501', 'siempre'],
  ['KEEP_VERSIONS', '0', '1000001', '1.5', 'todas'],
  ['KEEP_VERSIONS_DAYS', '0', '36501', 'siempre'],
  ['SESSION_DAYS', '0', '366', '-1', 'siete', '1.5'],
  [
    'TRUST_PROXY',
    ...'true on 1 0.0.0.0/0 ::/0 10.0.0.0/33 10.0.0/8 ::ffff:10.0.0.0/8 10.0.0.0/8,x , 10.0.0.0/ 10.0.0.0/8/8'.split(
      ' ',
    ),
    ...['::FFFF:10.0.0.1', '0:0:0:0:0:ffff:10.0.0.0/104', '0:0:0:0:0:FFFF:0a00:1'],
  ],
  ['MAX_UPLOAD_MB', '0', '-1', '5001', '1.5', 'mucho'],
  ['S3_BUCKET', 'x', 'Con Espacio', 'a/b'],
  ['S3_ENDPOINT', 's3.example', 'https://s3.example/ruta'],
  ['S3_REGION', 'eu west'],
  ['DOCS_VIEWER_URL', 'https://visor.example/', 'http://visor.example/?u={url}', '{url}'],
  [
    'SMTP_URL',
    ...['mail.example', 'http://mail.example', 'smtp://', 'smtp://mail.example/x', 'smtp://mail.example?pool=true'],
    ...['smtp://u@mail.example', 'smtp://:p@mail.example', 'smtp://u:%0d%0a@mail.example', 'smtp://u:%ff@mail.example'],
  ],
  [
    'MAIL_FROM',
    ...['Alejandría', 'a@x.example, b@x.example', 'A <a@x.example>, B <b@x.example>', 'A <a@x.example> <b@x.example>'],
    ...['A\r\nBcc: b@x.example <a@x.example>', 'a@x.example\nb', 'ana＠x.example', '<>'],
    `${'('.repeat(50_000)}@x.example`,
  ],
  ['STATE_TOKEN', 'quince letras..', 'con espacios dentro', 'con-«signos»-que-nadie-teclea'],
  ['ALLOW_PLAINTEXT', '1', 'mail', 'smtp,', 'SMTP'],
  ['LINK_TITLES', 'no', '2', 'true'],
  ['SERVICE_WORKER', '0', 'no', 'OFF'],
  [
    'CLAMD',
    ...['1', '127.0.0.1', '127.0.0.1:', ':3310', '127.0.0.1:0', '127.0.0.1:65536', '::1:3310', '[::1]', '[faro]:3310'],
    ...['tcp://127.0.0.1:3310', 'clamd.ctl', '/', `/${'a'.repeat(107)}`, 'a b:3310', '127.0.0.1:3310/x'],
  ],
  [
    'OUTBOUND_HOSTS',
    ...['*', 'https://example.org', 'example.org/a', 'a.example,', '10.0.0.1', 'none, a.example', '*.*.example'],
  ],
  ['LOG_LEVEL', 'loud', 'INFO', '30'],
  ['ADMIN_NAME', '   ', 'x'.repeat(61), 'Ana\u202e', 'Аna'],
  ['ADMIN_EMAIL', 'ana', 'ana@', '@x', 'a b@x.example'],
])('%s', (name, ...wrong) => {
  test.each(wrong)('%s is refused on a single line', (value) => {
    const lines = refusalOf({ [name]: value })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(new RegExp(`^${name} is .+; it takes \\S.+$`))
    if (!['DATABASE_URL', 'SMTP_URL', 'STATE_TOKEN'].includes(name)) expect(lines[0]).toContain(JSON.stringify(value))
  })
})

test.each(['corta', '      ', '\t\t\t\t\t\t', 'x'.repeat(201), ''])(
  'an invalid password is refused and never shown: %j',
  (password) => {
    const lines = refusalOf({ ADMIN_PASSWORD: password })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^ADMIN_PASSWORD is .+; it takes .*6 to 200/)
    if (password.trim()) expect(lines[0]).not.toContain(password)
  },
)

test('secrets of wrong settings are not shown', () => {
  const lines = refusalOf({
    DATABASE_URL: 'mysql://u:muy-secreto@x',
    ADMIN_PASSWORD: 'abcde',
    PORT: 'x',
    SMTP_URL: 'smtp://u:muy-secreto@x/ruta',
  })
  expect(lines.map((line) => line.split(' ')[0]).toSorted()).toEqual([
    'ADMIN_PASSWORD',
    'DATABASE_URL',
    'PORT',
    'SMTP_URL',
  ])
  expect(lines.join('\n')).not.toMatch(/muy-secreto|abcde/)
})
