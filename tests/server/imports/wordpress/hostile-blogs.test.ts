// Exports of a blog that were put together by hand or damaged, and a site that no longer answers.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Post } from '../../../../contract/posts.ts'
import { type ImportOptions, runImport } from '../../../../server/imports/imports.ts'
import { describeReport, lastLine } from '../../../../server/imports/report.ts'
import { importWordPress } from '../../../../server/imports/wordpress/import.ts'
import { fetchUploads } from '../../../../server/imports/wordpress/uploads.ts'
import type { Services } from '../../../../server/services.ts'
import { newStore } from '../../../support/server/backups.ts'
import { type Community, communityOfThisTest, expectDone } from '../../../support/server/community.ts'
import { addTo } from '../../../support/server/imports.ts'
import { attachment, comment, exported, item } from './export.ts'

async function bring({ services }: Community, xml: string, options: ImportOptions = {}) {
  const path = join(await newStore(), 'blog.xml')
  writeFileSync(path, xml)
  const { id, summary } = await runImport(
    services,
    { kind: 'wordpress', name: 'blog.xml', isDryRun: false, progress: { step() {}, advance() {} } },
    (run) => importWordPress(run, path, options),
  )
  return { last: lastLine(id ?? 'dry-run', summary), report: describeReport(summary) }
}

test('Of two posts or comments with one number only one comes', async () => {
  const community = await communityOfThisTest()
  const more = comment(1, 'Leo', 'Uno') + comment(1, 'Leo', 'Uno')
  const { last } = await bring(community, exported(item({ id: 1, more }), item({ id: 1, more })))
  expect(last).toBe('import 1: 0 messages, 1 posts, 1 comments, 0 files, 0 left out')
})

test('A short text that becomes longer than the limit is left out', async () => {
  const community = await communityOfThisTest()
  const block = item({ id: 7, type: 'wp_block', title: 'Compartido', html: `<p>${'a '.repeat(30_000)}</p>` })
  const { report } = await bring(
    community,
    exported(block, item({ id: 1, title: 'Corto', html: '<!-- wp:block {"ref":7} /-->'.repeat(2) }), item({ id: 2 })),
  )
  expect(report).toContain('left out, 1: a text of more than 100000 characters\n  Corto')
  expect(expectDone(await community.hipatia.get<Post[]>('/posts')).map(({ title }) => title)).toEqual(['El faro'])
})

test('A site that no longer answers is asked for a few files, and not for all', async () => {
  let asked = 0
  let time = 0
  const services = {
    outbound: {
      async download() {
        asked++
        time += 60_000
        return false
      },
    },
    incoming: { async remove() {} },
    settings: { maxUploadBytes: 1 },
  }
  const find = fetchUploads(services as unknown as Services, () => time)
  for (let file = 0; file < 500; file++) expect(await find([], [`https://blog.example/${file}.jpg`])).toBe(undefined)
  expect(asked).toBe(9)
})

test('A file that was brought is not asked for again, and later posts show it', async () => {
  const community = await communityOfThisTest()
  const uploads = await newStore()
  addTo(uploads, { 'actas.pdf': 'Actas' })
  const actas = attachment(5, 'actas.pdf')
  await bring(community, exported(actas), { uploads })
  const html = '<a href="https://blog.example/wp-content/uploads/actas.pdf">actas</a>'
  const { last } = await bring(community, exported(actas, item({ id: 1, html })))
  expect(last).toBe('import 2: 0 messages, 1 posts, 0 comments, 0 files, 0 left out')
  const [post] = expectDone(await community.hipatia.get<Post[]>('/posts'))
  expect(expectDone(await community.hipatia.get<Post>(`/posts/${post?.id}`)).content).toMatch(
    /^\{\{file:\w+\|actas\}\}$/,
  )
})
