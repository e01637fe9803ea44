// The unit of systemd and the image name settings that exist, and start the server as `npm start` does.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const unit = read('deploy/alejandria.service')
const image = read('Dockerfile')

test('the unit and the image name only settings that exist', () => {
  const settings = [...read('.env.example').matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  const lines = [...unit.matchAll(/^#?Environment=(.*)$/gm), ...image.matchAll(/^ENV (.*)$/gm)].map(([, line]) => line)
  const names = lines.flatMap((line) => [...`${line}`.matchAll(/([A-Z0-9_]+)=/g)].map(([, name]) => `${name}`))
  expect(names).toContain('DATA_DIR')
  expect(names.filter((name) => !name.startsWith('NODE_') && !settings.includes(name.replace(/_FILE$/, '')))).toEqual(
    [],
  )
})

test('the unit and the image start the server as npm start does', () => {
  const [, command = ''] = /node (--.*)$/.exec(JSON.parse(read('package.json')).scripts.start) ?? []
  expect(/^ExecStart=\S+ (.*)$/m.exec(unit)?.[1]).toBe(command)
  const [, ...words] = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]')
  expect(words.join(' ')).toBe(command)
})
