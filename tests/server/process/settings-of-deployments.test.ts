// The unit of systemd, the image, the compose file and the quadlets name settings that exist, start the server as `npm start`
// does, and agree with each other.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const unit = read('deploy/alejandria.service')
const image = read('Dockerfile')
const compose = read('deploy/compose.yml')
const example = read('deploy/.env.example')
const server = read('deploy/quadlets/alejandria.container')
const caddy = read('deploy/quadlets/alejandria-caddy.container')

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

test('deployments name only settings that exist', () => {
  const settings = all(read('.env.example'), /^#([A-Z0-9_]+)=/gm)
  const lines = [...all(unit, /^#?Environment=(.*)$/gm), ...all(image, /^ENV (.*)$/gm)]
  const names = [
    ...lines.flatMap((line) => all(line, /([A-Z0-9_]+)=/g)),
    ...all(compose, /^ {6}([A-Z_]+): /gm),
    ...all(example, /^#?([A-Z0-9_]+)=/gm),
    ...[server, caddy].flatMap((quadlet) => all(quadlet, /^Environment=([A-Z_]+)=/gm)),
  ]
  expect(names).toEqual(expect.arrayContaining(['DATA_DIR', 'TRUST_PROXY', 'BACKUP_TO']))
  // those of the compose file itself
  const ownNames = ['DOMAIN', 'BACKUPS', 'CPUS']
  const isKnown = (name: string) =>
    name.startsWith('NODE_') || ownNames.includes(name) || settings.includes(name.replace(/_FILE$/, ''))
  expect(names.filter((name) => !isKnown(name))).toEqual([])
})

test('the unit and the image start the server, and the commands, as npm does', () => {
  const { start, admin } = JSON.parse(read('package.json')).scripts
  const [, command = ''] = /node (--.*)$/.exec(start) ?? []
  expect(/^ExecStart=\S+ (.*)$/m.exec(unit)?.[1]).toBe(command)
  const [, ...words] = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]')
  expect(words.join(' ')).toBe(command)
  const [, ofOperator = ''] = /node (--.*)$/.exec(admin) ?? []
  expect(image).toContain(`node ${ofOperator.replace('server/', '/app/server/')} "$@"`)
})

test('the image is built from everything that the web is built from', () => {
  const [, sources = ''] = /const sources = \[(.*)\]/.exec(read('scripts/ensure/built.mjs')) ?? []
  const copied = all(image.slice(0, image.indexOf(' AS packages')), /^COPY (.*) \S+$/gm).flatMap((paths) =>
    paths.split(' '),
  )
  expect(all(sources, /'([^']+)'/g).filter((source) => !copied.includes(source))).toEqual([])
  const sent = all(read('.dockerignore'), /^!(.*)$/gm)
  expect([...copied, 'server'].filter((path) => !sent.includes(path))).toEqual([])
})

test('compose file and quadlets run the server and Caddy in the same way', () => {
  const [, ofServer = '', ofCaddy = ''] = /^ {2}alejandria:\n(.*?)^ {2}caddy:\n(.*?)^volumes:/ms.exec(compose) ?? []
  const one = (text: string, pattern: RegExp) => all(text, pattern).join(' ')
  for (const [service, quadlet] of [
    [ofServer, server],
    [ofCaddy, caddy],
  ] as const) {
    expect(all(service, /^ {6}- \S+?:(\/\S+)$/gm)).toEqual(all(quadlet, /^Volume=\S+?:(\/\S+?)(?:[:,]z)?$/gm))
    expect(one(service, /^ {4}tmpfs: \['(.*)'\]/gm)).toBe(one(quadlet, /^Tmpfs=(.*)$/gm))
    expect(one(service, /mem_limit: (.*)$/gm)).toBe(one(quadlet, /--memory=(\S+)/gm))
    expect(one(service, /pids_limit: (.*)$/gm)).toBe(one(quadlet, /^PidsLimit=(.*)$/gm))
    expect(one(service, /nofile: (\d+)/g)).toBe(one(quadlet, /^Ulimit=nofile=(.*)$/gm))
    expect(one(service, /ipv4_address: ([\d.]+)/g)).toBe(one(quadlet, /^IP=(.*)$/gm))
    expect(one(service, /ipv6_address: '(.*?)'/g)).toBe(one(quadlet, /^IP6=(.*)$/gm))
    expect(one(service, /cap_add: \[(.*)\]/g)).toBe(one(quadlet, /^AddCapability=(.*)$/gm))
    const lines = quadlet.split('\n')
    expect(lines).toEqual(expect.arrayContaining(['ReadOnly=true', 'DropCapability=all', 'NoNewPrivileges=true']))
    expect(service).toContain('<<: *every-container')
  }
  // the server trusts Caddy's addresses, and nobody else's
  const addresses = `${one(caddy, /^IP=(.*)$/gm)},${one(caddy, /^IP6=(.*)$/gm)}`
  expect(one(compose, /TRUST_PROXY: (.*)$/gm)).toBe(addresses)
  expect(one(server, /^Environment=TRUST_PROXY=(.*)$/gm)).toBe(addresses)
  expect(all(compose, /subnet: '?([^' ]+)/g)).toEqual(
    all(read('deploy/quadlets/alejandria.network'), /^Subnet=(.*)$/gm),
  )
  expect(all(compose, /'(\d+:\d+(?:\/udp)?)'/g)).toEqual(all(caddy, /^PublishPort=(.*)$/gm))
  const volumes = all(compose.slice(compose.indexOf('\nvolumes:')), /^ {2}(\w+):$/gm).filter((name) => name !== 'front')
  const files = readdirSync('deploy/quadlets').filter((name) => name.endsWith('.volume'))
  expect(files).toEqual(volumes.map((name) => `alejandria-${name}.volume`).toSorted())
})
