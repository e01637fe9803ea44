// The folder of the file that is being read, which servers on one machine share (docs/operating.md, several processes).
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openImages, type ResizeJob } from '../../../server/images/images.ts'
import { openWorkerProcess } from '../../../server/lib/worker-process.ts'
import { fixture } from '../../support/fixtures.ts'

const newDataDir = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  writeFileSync(join(dataDir, 'foto'), fixture('foto.jpg').bytes)
  return dataDir
}

const made = { width: 900, height: 1200, hasScreen: true }

function openServer(dataDir: string, name: string) {
  const images = openImages(join(dataDir, 'being-read'))
  onTestFinished(images.close)
  const version = (kind: string) => ({ path: join(dataDir, `${name}.${kind}`), side: 100 })
  return {
    resize: () => images.resize(join(dataDir, 'foto'), version('thumb'), version('screen')),
    close: images.close,
  }
}

test('two servers read at the same time, and neither takes away the other’s file', async () => {
  const dataDir = newDataDir()
  const [first, second] = [openServer(dataDir, 'first'), openServer(dataDir, 'second')]
  const results = await Promise.all([first, second].flatMap(({ resize }) => [resize(), resize(), resize()]))
  expect(results).toEqual(Array(6).fill(made))
  for (const name of ['first', 'second']) expect(existsSync(join(dataDir, `${name}.thumb`))).toBe(true)
  first.close()
  second.close()
  expect(readdirSync(join(dataDir, 'being-read'))).toEqual([])
})

test('a killed server’s files go an hour later, with the next server, and those of a working one stay', async () => {
  const dataDir = newDataDir()
  const folder = join(dataDir, 'being-read')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const name of ['killed', 'working']) {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'foto'), 'x')
  }
  writeFileSync(join(folder, 'of-an-older-version'), 'x')
  for (const name of ['killed', 'of-an-older-version']) utimesSync(join(folder, name), longAgo, longAgo)
  const server = openServer(dataDir, 'next')
  expect(await server.resize()).toEqual(made)
  server.close()
  expect(readdirSync(folder)).toEqual(['working'])
})

test('a fault of the disk at the first image doesn’t stop the next one', async () => {
  const dataDir = newDataDir()
  const server = openServer(dataDir, 'one')
  writeFileSync(join(dataDir, 'being-read'), 'a file where the folder should be')
  await expect(server.resize()).rejects.toThrow(/ENOTDIR|EEXIST/)
  rmSync(join(dataDir, 'being-read'))
  expect(await server.resize()).toEqual(made)
})

test('a process that needs a thread too many ends at once, so that another one can try the picture', async () => {
  const dataDir = newDataDir()
  const images = join(import.meta.dirname, '../../../server/images')
  const oneMore = `import { isMainThread } from "node:worker_threads"
    if (isMainThread) setInterval(() => process.permission.has("worker") || new Worker(""))`
  const worker = openWorkerProcess<ResizeJob, string>({
    program: join(images, 'worker.ts'),
    folder: join(dataDir, 'being-read'),
    execArgv: ['--import', join(images, 'threads.ts'), '--import', `data:text/javascript,${oneMore}`],
    timeoutMs: 60_000,
    timedOut: 'waited in vain',
  })
  onTestFinished(worker.close)
  await expect(worker.run({ path: join(dataDir, 'foto'), thumbSide: 9, screenSide: 9 })).rejects.toThrow(
    /process ended/,
  )
})
