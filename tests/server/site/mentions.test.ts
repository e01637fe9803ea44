// People named in texts, answers to comments, and reactions, in the community as a static site (decision 056).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesBelow, hipatiasServer, signIn } from '../../support/server/backups.ts'
import { createLocation } from '../../support/server/community.ts'
import { expectDone } from '../../support/server/person.ts'
import { run, serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { findDeadLinks, pagesOf } from '../../support/server/static-site.ts'

const servers = serversOfThisFile()
let place: Awaited<ReturnType<typeof createLocation>>
let folder: string
let urraca: { id: string }

/** All pages and sources whose path has these words. */
const textOf = (words: RegExp) =>
  filesBelow(folder)
    .filter((path) => words.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

beforeAll(async () => {
  place = await createLocation({ isEmpty: true })
  const { origin } = await servers.start(place, hipatiasServer)
  const hipatia = await signIn(origin, 'Hipatia')
  for (const name of ['Telesila', 'Amparo']) await hipatia.createsAccount(name)
  const [telesila, amparo] = [await signIn(origin, 'Telesila'), await signIn(origin, 'Amparo')]
  urraca = await hipatia.createsAccount('Urraca')
  const named = `@[Urraca](${urraca.id})`
  const post = await telesila.writes({ title: 'El faro', content: `Lo enciende ${named}.` })
  const question = await amparo.comments(post, '¿Quién lo enciende?')
  const gone = await amparo.comments(post, '¿Y quién lo apaga?')
  await telesila.comments(post, `Pues ${named}`, { reply_to: question.id })
  await telesila.comments(post, 'Nadie', { reply_to: gone.id })
  expectDone(await amparo.delete(`/comments/${gone.id}`))
  for (const who of [telesila, amparo]) await who.reacts('post', post, '❤️')
  await amparo.reacts('comment', question, '🙏')
  await telesila.says(`Buenas, ${named}`)
  expectDone(await hipatia.put(`/auth/users/${urraca.id}`, { name: 'Urraca la Sabia' }))
  folder = join(place.dataDir, 'copia')
  expect(await run('admin', ['export', folder], place, {}).ended).toMatchObject({ code: 0 })
})

afterAll(() => place.remove())

test('the site shows the present names, and no ids of people', () => {
  const shown = '<span class="mention">@Urraca la Sabia</span>'
  expect(textOf(/el-faro.*\.html$/)).toContain(`Lo enciende ${shown}.`)
  expect(textOf(/el-faro.*\.html$/)).toContain(`Pues ${shown}`)
  expect(textOf(/el-faro.*\.md$/)).toContain('Lo enciende @Urraca la Sabia.')
  expect(textOf(/el-faro.*\.md$/)).toContain('Pues @Urraca la Sabia')
  expect(textOf(/chat\/.*\.html$/)).toContain(`Buenas, ${shown}`)
  expect(textOf(/chat\/.*\.json$/)).toContain('Buenas, @Urraca la Sabia')
  expect(textOf(/\.css$/)).toContain('.mention')
  expect(textOf(/\.(html|md|json)$/)).not.toContain(urraca.id)
})

test('an answer leads to the answered comment, or says that it is gone', () => {
  const page = textOf(/el-faro.*\.html$/)
  expect(page).toMatch(/<a href="#comentario-[0-9a-f]{32}">Responde a Amparo<\/a>/)
  expect(page).toContain('Responde a un comentario eliminado')
  expect(textOf(/el-faro.*\.md$/)).toMatch(
    /\*Responde a Amparo\*\n\nPues.*\*Responde a un comentario eliminado\*\n\nNadie/s,
  )
  expect(findDeadLinks(folder, pagesOf(folder)).dead).toEqual([])
})

test('reactions are counted below the post and below the comment', () => {
  for (const path of [/el-faro.*\.html$/, /el-faro.*\.md$/]) {
    expect(textOf(path)).toContain('Reacciones: ❤️ 2')
    expect(textOf(path)).toContain('Reacciones: 🙏 1')
  }
})
