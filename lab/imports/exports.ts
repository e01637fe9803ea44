/** What a group brings along, made up: a folder of photographs, a chat of ten years, a blog with its comments. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, type Random } from '../../tools/random.ts'
import { createVocabulary } from '../search/community.ts'

export interface Files {
  count: number
  bytes: number
}

const begun = Date.UTC(2015, 5, 1)
const tenYearsMs = 3652 * 24 * 60 * 60_000
const writers = ['Ana', 'Urraca', 'Jimena', 'Mencía', 'Tota', 'Leonor', '+34 600 10 20 30', '+34 600 40 50 60']

/** Photographs with EXIF, all different: decoders ignore the bytes after the end of a picture. */
export function makePhotographs(folder: string, { count, bytes }: Files, nameOf: (number: number) => string) {
  const photograph = readFileSync(join(import.meta.dirname, '../../tests/fixtures/foto.jpg'))
  const rest = randomBytes(Math.max(bytes - photograph.length, 4))
  for (let number = 0; number < count; number++) {
    rest.writeUInt32LE(number, 0)
    const path = join(folder, nameOf(number))
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, Buffer.concat([photograph, rest]))
  }
}

/** Sentences of made-up words. */
function createProse(random: Random) {
  const vocabulary = createVocabulary()
  const word = () => vocabulary[Math.floor(vocabulary.length ** random.next())] ?? ''
  return (words: number) => {
    const text = Array.from({ length: words }, word).join(' ')
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}${random.one(['.', '', '?', '!', ' 😂'])}`
  }
}

const two = (number: number) => `${number}`.padStart(2, '0')

/** A chat as a Spanish telephone with Android exports it, unpacked; every so often one sends a photograph. */
export function makeChat(folder: string, messages: number, files: Files) {
  const random = createRandom(1)
  const prose = createProse(random)
  const lines = ['1/6/15, 0:00 - Los mensajes y las llamadas están cifrados de extremo a extremo.']
  const untilPhotograph = Math.ceil(messages / files.count)
  for (let number = 0; number < messages; number++) {
    const at = new Date(begun + (tenYearsMs * number) / messages)
    const day = `${at.getUTCDate()}/${at.getUTCMonth() + 1}/${two(at.getUTCFullYear() % 100)}`
    const photograph = number % untilPhotograph === 0 ? `IMG_${number / untilPhotograph}.jpg (archivo adjunto)\n` : ''
    const text = prose(1 + random.upTo(random.happens(0.1) ? 60 : 14))
    const more = random.happens(0.05) ? `\n${prose(8)}` : ''
    const time = `${at.getUTCHours()}:${two(at.getUTCMinutes())}`
    lines.push(`${day}, ${time} - ${random.one(writers)}: ${photograph}${text}${more}`)
  }
  makePhotographs(folder, files, (number) => `IMG_${number}.jpg`)
  writeFileSync(join(folder, 'Chat de WhatsApp con El club.txt'), lines.join('\n'))
}

const elements = (fields: Record<string, string | number>) =>
  Object.entries(fields)
    .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
    .join('\n')

/** The export of a blog, whose posts link to others; returns its path. */
export function makeBlog(folder: string, posts: number) {
  const random = createRandom(2)
  const prose = createProse(random)
  const addressOf = (post: number) => `https://blog.example/${post}/`
  let comments = 0

  function comment(date: string, first: number) {
    const id = ++comments
    const fields = elements({
      'wp:comment_id': id,
      'wp:comment_author': random.one(writers),
      'wp:comment_date_gmt': date,
      'wp:comment_content': `<p>${prose(25)}</p><p>${prose(10)}</p>`,
      'wp:comment_approved': 1,
      'wp:comment_type': 'comment',
      'wp:comment_parent': id > first && random.happens(0.3) ? id - 1 : 0,
    })
    return `<wp:comment>${fields}</wp:comment>`
  }

  function paragraph() {
    const link = `<a href="${addressOf(1 + random.upTo(posts - 1))}">${prose(3)}</a>`
    const words = `${prose(50)} <strong>${prose(3)}</strong> ${random.happens(0.2) ? link : ''} ${prose(20)}`
    return `<!-- wp:paragraph -->\n<p>${words}</p>\n<!-- /wp:paragraph -->`
  }

  function post(id: number) {
    const date = new Date(begun + (tenYearsMs * id) / posts).toISOString().slice(0, 19).replace('T', ' ')
    const fields = elements({
      title: prose(5),
      link: addressOf(id),
      'dc:creator': 'ana',
      guid: `https://blog.example/?p=${id}`,
      category: `Sala ${id % 8}`,
      'content:encoded': Array.from({ length: 5 + random.upTo(6) }, paragraph).join('\n\n'),
      'wp:post_id': id,
      'wp:post_date_gmt': date,
      'wp:status': 'publish',
      'wp:post_type': 'post',
    })
    const first = comments + 1
    return `<item>${fields}\n${Array.from({ length: random.upTo(4) }, () => comment(date, first)).join('\n')}</item>`
  }

  const site = elements({
    title: 'El blog del club',
    'wp:wxr_version': '1.2',
    'wp:base_blog_url': 'https://blog.example',
  })
  const items = Array.from({ length: posts }, (_, index) => post(index + 1)).join('\n')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'blog.xml')
  writeFileSync(
    path,
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>${site}\n${items}</channel></rss>`,
  )
  return path
}
