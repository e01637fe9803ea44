// @databases both
// Links between posts and files (SPEC §2, "Content link tokens"): targets of tokens, and the sources that use them.
import { describe, expect, test } from 'vitest'
import { imageTargets, linkTargets } from '../../../contract/content/link-tokens.ts'
import type { LinkedPost } from '../../../contract/content/linked-post.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import { communityOfThisFile, expectDone, type Person, seconds } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

interface Found {
  files: ArchiveFile[]
  posts: LinkedPost[]
}
const find = async (who: Person, targets: object) => expectDone(await who.post<Found>('/links', targets))
const linkedFrom = async (who: Person, { id }: { id: string }) =>
  expectDone(await who.get<LinkedPost[]>(`/posts/${id}/linked-from`)).map(({ title }) => title)
const usedIn = async (who: Person, { id }: { id: string }) =>
  expectDone(await who.get<LinkedPost[]>(`/files/${id}/used-in`)).map(({ title }) => title)
const nobody = 'f'.repeat(32)

test('many tokens are resolved in a single request, without those of unknown things and of other people’s drafts', async () => {
  const file = await ana.uploads({ name: 'plano.txt', bytes: 'x' })
  const link = await ana.links('https://biblioteca.example/')
  const post = await ana.writes({ title: 'El faro' })
  const { id } = await ana.drafts({ title: 'Secreto' })
  const { files, posts } = await find(bruno, { files: [file.id, nobody, link.id], posts: [post.id, nobody, id] })
  expect(files.map(({ id }) => id).toSorted()).toEqual([file.id, link.id].toSorted())
  expect(posts).toEqual([{ id: post.id, title: 'El faro', author_name: 'Ana', is_published: true }])
  // signed URLs are different for each caller
  const address = files.find(({ id }) => id === file.id)?.cloudinary_url as string
  expect((await bruno.fetchesBytes(address)).status).toBe(200)
  for (const who of [ana, hipatia])
    expect((await find(who, { posts: [id] })).posts).toMatchObject([{ id, is_published: false }])
})

test('two hundred tokens are resolved at once; more, and malformed ids, are refused', async () => {
  for (const targets of [{ files: Array(200).fill(nobody), posts: Array(200).fill(nobody) }, {}])
    expect(await find(ana, targets)).toEqual({ files: [], posts: [] })
  for (const wrong of [{ files: Array(201).fill(nobody) }, { posts: ['x'] }, { posts: nobody }])
    expectRefusal(await ana.post('/links', wrong), 422)
})

describe('the posts that link to a post', () => {
  test('are listed newest first, each once', async () => {
    const target = await ana.writes({ title: 'Meta' })
    await ana.writes({ title: 'Uno', content: `{{post:${target.id}|la meta}} y {{post:${target.id}|otra vez}}` })
    community.advanceClock(seconds(1))
    const two = await bruno.writes({ title: 'Dos', content: `| a |\n|---|\n| {{POST:${target.id.toUpperCase()}|b}} |` })
    await bruno.writes({ title: 'Nada', content: `\`{{post:${target.id}|código}}\`` })
    expect(await linkedFrom(ana, target)).toEqual(['Dos', 'Uno'])
    await bruno.put(`/posts/${two.id}`, { title: 'Dos', content: 'Ya no.' })
    expect(await linkedFrom(ana, target)).toEqual(['Uno'])
  })

  test('don’t include other people’s drafts or the post itself, and of a hidden draft they are 404', async () => {
    const target = await ana.writes({ title: 'Meta' })
    const link = `{{post:${target.id}|meta}}`
    await ana.put(`/posts/${target.id}`, { title: 'Meta', content: link })
    const draft = await bruno.drafts({ title: 'Borrador', content: link })
    expect(await linkedFrom(ana, target)).toEqual([])
    for (const who of [bruno, hipatia]) expect(await linkedFrom(who, target)).toEqual(['Borrador'])
    expectRefusal(await ana.get(`/posts/${draft.id}/linked-from`), 404)
    await bruno.publishes(draft)
    expect(await linkedFrom(ana, target)).toEqual(['Borrador'])
    await bruno.delete(`/posts/${draft.id}`)
    expect(await linkedFrom(ana, target)).toEqual([])
  })
})

test('the posts that use a file are listed, for every form of the token', async () => {
  const file = await ana.uploads({ name: 'acta.txt', bytes: 'x' })
  await ana.writes({ title: 'Con llaves', content: `{{file:${file.id}|acta}}` })
  await ana.writes({ title: 'Con enlace', content: `[acta](file:${file.id})` })
  await ana.writes({ title: 'Con referencia', content: `[acta][1]\n\n[1]: file:${file.id}` })
  await bruno.drafts({ title: 'Aparte', content: `{{file:${file.id}|acta}}` })
  expect((await usedIn(ana, file)).toSorted()).toEqual(['Con enlace', 'Con llaves', 'Con referencia'])
  expect(await usedIn(bruno, file)).toHaveLength(4)
  expectRefusal(await ana.get(`/files/${nobody}/used-in`), 404)
})

describe('the number of posts that use a file', () => {
  const countsOf = async (who: Person, { id }: { id: string }) => {
    const [inList] = expectDone(await who.get<ArchiveFile[]>('/files?limit=1'))
    expect(inList?.id).toBe(id)
    const found = (await find(who, { files: [id] })).files[0]
    const one = expectDone(await who.get<ArchiveFile>(`/files/${id}`))
    return [one.post_count, inList?.post_count, found?.post_count]
  }

  test('counts published posts once each, the same for everybody', async () => {
    const file = await ana.uploads({ name: 'plano.txt', bytes: 'x' })
    expect(file.post_count).toBe(0)
    const token = `{{file:${file.id}|plano}}`
    const one = await ana.writes({ title: 'Uno', content: `${token} y ${token} y [otra vez](file:${file.id})` })
    const draft = await bruno.drafts({ title: 'Borrador', content: token })
    for (const who of [ana, bruno, hipatia]) expect(await countsOf(who, file)).toEqual([1, 1, 1])
    await bruno.publishes(draft)
    for (const who of [ana, bruno, hipatia]) expect(await countsOf(who, file)).toEqual([2, 2, 2])
    await ana.put(`/posts/${one.id}`, { title: 'Uno', content: 'Ya no.' })
    expect(await countsOf(ana, file)).toEqual([1, 1, 1])
    await bruno.publishes(draft, false)
    expect(await countsOf(bruno, file)).toEqual([0, 0, 0])
    // links to other files, or to a post with that id
    const other = await ana.uploads({ name: 'otro.txt', bytes: 'x' })
    community.advanceClock(seconds(1))
    const link = await ana.links('https://biblioteca.example/plano')
    expect(link.post_count).toBe(0)
    await ana.writes({ content: `{{file:${other.id}|otro}} {{post:${link.id}|no es un post}}` })
    expect(await countsOf(bruno, link)).toEqual([0, 0, 0])
  })
})

describe('the tokens of a text', () => {
  const [a, b] = ['a'.repeat(32), 'b'.repeat(32)] as const
  test.each([
    [`{{file:${a}|x}}`, [`file ${a}`]],
    [`{{file:${a}|}}{{post:${b}|[x](y) «ñ» 👵}}`, [`file ${a}`, `post ${b}`]],
    [`{{file:${a}|{{post:${b}|x}}`, [`post ${b}`]],
    [`{{file:${a}|x`, []],
    [`{{file:${a}|x\ny}}`, []],
    [`{{file:abc|x}}`, []],
    [`{{file: ${a}|x}}`, []],
    [`[x]( <file:${a}> "título")`, [`file ${a}`]],
    [`[x](post:${a})`, []],
    [`\`\`{{file:${a}|x}}\`\``, []],
    [`un \` suelto\n\n{{file:${a}|x}}\n\notro \``, [`file ${a}`]],
    [`\\\`{{file:${a}|x}}\\\``, [`file ${a}`]],
    [`\`\`\`\n{{file:${a}|x}}\n\`\`\`\n{{file:${b}|x}}`, [`file ${b}`]],
    [`~~~\n{{file:${a}|x}}`, []],
    [`| {{file:${a}|x}} |\n|---|`, [`file ${a}`]],
  ])('%j', (content, expected) => {
    expect(linkTargets(content).map(({ kind, id }) => `${kind} ${id}`)).toEqual(expected)
  })

  test.each([
    [`![El faro](file:${a}) y ![](file:${b.toUpperCase()}) y ![otra vez](file:${a})`, [a, b]],
    [`[![con [corchetes] y \\]](<file:${a}> "un título (de día)")](https://faro.example)`, [a]],
    [`![uno][x]![Dos  y\nmás][]![x]\n\n[X]: file:${a}\n[dos y más]: file:${b}`, [a, b]],
    [`[no](file:${a}) \\![no](file:${a}) {{file:${a}|no}} ![no](file:abc) ![no](https://file:${a}) ![no][nada]`, []],
    [`\`![no](file:${a})\`\n\n~~~\n![no](file:${a})\n~~~\n![sí](file:${b})`, [b]],
  ])('that are shown as images: %j', (content, expected) => {
    expect(imageTargets(content)).toEqual(expected)
    expect(linkTargets(content)).toEqual(expect.arrayContaining(expected.map((id) => ({ kind: 'file', id }))))
  })

  test('are found in linear time, and at most 500 of them', () => {
    const id = (n: number) => n.toString(16).padStart(32, '0')
    const many = Array.from({ length: 2000 }, (_, n) => `{{file:${id(n)}|x}}`).join(' ')
    expect(linkTargets(many)).toHaveLength(500)
    expect(imageTargets(many.replaceAll(/\{\{(file:\w+)\|x\}\}/g, '![]($1)'))).toHaveLength(500)
    const hostile = ['`', '{{file:a|', '{{', '](file:', '``` ', '~~~\n', '[', '<file:', `{{file:${'a'.repeat(32)}|`]
    // quadratic time would be hours here, and the test would never end
    for (const part of [...hostile, '![', '![[a]', '![a](', `![](file:${'a'.repeat(32)}`, '![a][', '[a]:', '![\\']) {
      linkTargets(part.repeat(3_000_000 / part.length))
      imageTargets(part.repeat(3_000_000 / part.length))
    }
    linkTargets(`x${'`'.repeat(3_000_000)}`) // at the beginning of a line these would be a fence
  })
})
