// Links between posts and files (SPEC §2, "Content link tokens"): what tokens lead to, and where from.
import { afterAll, describe, expect, test } from 'vitest'
import type { ArchiveFile } from '../contract/files.ts'
import { linkTargets } from '../contract/link-tokens.ts'
import type { LinkedPost } from '../contract/linked-post.ts'
import { done, foundCommunity, type Person, seconds } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

interface Found {
  files: ArchiveFile[]
  posts: LinkedPost[]
}
const find = async (who: Person, targets: object) => done(await who.post<Found>('/links', targets))
const linkedFrom = async (who: Person, { id }: { id: string }) =>
  done(await who.get<LinkedPost[]>(`/posts/${id}/linked-from`)).map(({ title }) => title)
const usedIn = async (who: Person, { id }: { id: string }) =>
  done(await who.get<LinkedPost[]>(`/files/${id}/used-in`)).map(({ title }) => title)
const nobody = 'f'.repeat(32)

test('many tokens are resolved in one request; what is not there is left out', async () => {
  const file = await ana.uploads({ name: 'plano.txt', bytes: 'x' })
  const link = await ana.links('https://biblioteca.example/')
  const post = await ana.writes({ title: 'El faro' })
  const { files, posts } = await find(bruno, { files: [file.id, nobody, link.id], posts: [post.id, nobody] })
  expect(files.map(({ id }) => id).toSorted()).toEqual([file.id, link.id].toSorted())
  expect(posts).toEqual([{ id: post.id, title: 'El faro', author_name: 'Ana', is_published: true }])
  // addresses are for whoever asked
  const address = files.find(({ id }) => id === file.id)?.cloudinary_url as string
  expect((await bruno.opensAddress(address)).status).toBe(200)
})

test('a draft is there for its author and admins only', async () => {
  const { id } = await ana.drafts({ title: 'Secreto' })
  expect((await find(bruno, { posts: [id] })).posts).toEqual([])
  for (const who of [ana, hipatia])
    expect((await find(who, { posts: [id] })).posts).toMatchObject([{ id, is_published: false }])
})

test('two hundred at once are answered, more are refused, and what is no id too', async () => {
  expect(await find(ana, { files: Array(200).fill(nobody), posts: Array(200).fill(nobody) })).toEqual({
    files: [],
    posts: [],
  })
  expect(await find(ana, {})).toEqual({ files: [], posts: [] })
  expectRefusal(await ana.post('/links', { files: Array(201).fill(nobody) }), 422)
  expectRefusal(await ana.post('/links', { posts: ['x'] }), 422)
  expectRefusal(await ana.post('/links', { posts: nobody }), 422)
})

describe('a post says', () => {
  test('which posts link to it, the newest first, each once', async () => {
    const target = await ana.writes({ title: 'Meta' })
    await ana.writes({ title: 'Uno', content: `{{post:${target.id}|la meta}} y {{post:${target.id}|otra vez}}` })
    community.passes(seconds(1))
    const two = await bruno.writes({ title: 'Dos', content: `| a |\n|---|\n| {{POST:${target.id.toUpperCase()}|b}} |` })
    await bruno.writes({ title: 'Nada', content: `\`{{post:${target.id}|código}}\`` })
    expect(await linkedFrom(ana, target)).toEqual(['Dos', 'Uno'])
    await bruno.put(`/posts/${two.id}`, { title: 'Dos', content: 'Ya no.' })
    expect(await linkedFrom(ana, target)).toEqual(['Uno'])
  })

  test('not which drafts of others do, nor that it does itself', async () => {
    const target = await ana.writes({ title: 'Meta' })
    const link = `{{post:${target.id}|meta}}`
    await ana.put(`/posts/${target.id}`, { title: 'Meta', content: link })
    const draft = await bruno.drafts({ title: 'Borrador', content: link })
    expect(await linkedFrom(ana, target)).toEqual([])
    for (const who of [bruno, hipatia]) expect(await linkedFrom(who, target)).toEqual(['Borrador'])
    await bruno.put(`/posts/${draft.id}/publish`, { is_published: true })
    expect(await linkedFrom(ana, target)).toEqual(['Borrador'])
    await bruno.delete(`/posts/${draft.id}`)
    expect(await linkedFrom(ana, target)).toEqual([])
  })

  test('nothing of a draft that one may not see', async () => {
    const draft = await ana.drafts()
    expectRefusal(await bruno.get(`/posts/${draft.id}/linked-from`), 404)
  })
})

test('a file says which posts use it, whichever form the token has', async () => {
  const file = await ana.uploads({ name: 'acta.txt', bytes: 'x' })
  await ana.writes({ title: 'Con llaves', content: `{{file:${file.id}|acta}}` })
  await ana.writes({ title: 'Con enlace', content: `[acta](file:${file.id})` })
  await ana.writes({ title: 'Con referencia', content: `[acta][1]\n\n[1]: file:${file.id}` })
  await bruno.drafts({ title: 'Aparte', content: `{{file:${file.id}|acta}}` })
  expect((await usedIn(ana, file)).toSorted()).toEqual(['Con enlace', 'Con llaves', 'Con referencia'])
  expect(await usedIn(bruno, file)).toHaveLength(4)
  expectRefusal(await ana.get(`/files/${nobody}/used-in`), 404)
})

describe('a file counts the posts that use it', () => {
  const countsOf = async (who: Person, { id }: { id: string }) => {
    const [inList] = done(await who.get<ArchiveFile[]>('/files?limit=1'))
    expect(inList?.id).toBe(id)
    const found = (await find(who, { files: [id] })).files[0]
    const one = done(await who.get<ArchiveFile>(`/files/${id}`))
    return [one.post_count, inList?.post_count, found?.post_count]
  }

  test('wherever it is shown: published ones only, each once, the same number for everybody', async () => {
    const file = await ana.uploads({ name: 'plano.txt', bytes: 'x' })
    expect(file.post_count).toBe(0)
    const token = `{{file:${file.id}|plano}}`
    const one = await ana.writes({ title: 'Uno', content: `${token} y ${token} y [otra vez](file:${file.id})` })
    const draft = await bruno.drafts({ title: 'Borrador', content: token })
    for (const who of [ana, bruno, hipatia]) expect(await countsOf(who, file)).toEqual([1, 1, 1])
    await bruno.put(`/posts/${draft.id}/publish`, { is_published: true })
    for (const who of [ana, bruno, hipatia]) expect(await countsOf(who, file)).toEqual([2, 2, 2])
    await ana.put(`/posts/${one.id}`, { title: 'Uno', content: 'Ya no.' })
    expect(await countsOf(ana, file)).toEqual([1, 1, 1])
    await bruno.put(`/posts/${draft.id}/publish`, { is_published: false })
    expect(await countsOf(bruno, file)).toEqual([0, 0, 0])
  })

  test('not those that link to another file, or to a post of that id', async () => {
    const other = await ana.uploads({ name: 'otro.txt', bytes: 'x' })
    community.passes(seconds(1))
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

  test('are found in a time that grows with the text, and no more than 500 are kept', () => {
    const id = (n: number) => n.toString(16).padStart(32, '0')
    const many = Array.from({ length: 2000 }, (_, n) => `{{file:${id(n)}|x}}`).join(' ')
    expect(linkTargets(many)).toHaveLength(500)
    const hostile = ['`', '{{file:a|', '{{', '](file:', '``` ', '~~~\n', '[', '<file:', `{{file:${'a'.repeat(32)}|`]
    // a time that grew with the square would be hours here, and the test would never end
    for (const part of hostile) linkTargets(part.repeat(3_000_000 / part.length))
    linkTargets(`x${'`'.repeat(3_000_000)}`) // at the beginning of a line it would be a fence
  })
})
