// The message that a mail server gets: headers, texts and recipient (DECISIONS §1, "e-mail").
import { describe, expect, test } from 'vitest'
import { composeMime } from '../../../server/mail/transports/mime.ts'
import { openSmtpTransport } from '../../../server/mail/transports/smtp.ts'
import { createRandom } from '../../../tools/random.ts'
import { inFull } from '../../support/in-full.ts'
import { email, openServer, refusalOf, sender } from '../../support/server/smtp-emails.ts'
import { headerNames, type Received, readMail } from '../../support/server/smtp-server.ts'

const listHeaders = ['List-ID', 'Precedence', 'List-Unsubscribe', 'List-Unsubscribe-Post']
const basicHeaders = ['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Content-Type', 'Auto-Submitted']

describe('a message', () => {
  test('arrives with all its headers and texts, for a single recipient; without a preference it has none to unsubscribe', async () => {
    const server = await openServer()
    const transport = openSmtpTransport({ url: server.url }, sender)
    for (const sent of [email, { ...email, list: undefined, unsubscribe: undefined }]) await transport.send(sent)
    const envelope = { from: 'biblioteca@alejandria.example', to: ['ana@alejandria.example'] }
    expect(server.accepted).toMatchObject([envelope, envelope])
    const [accepted, unlisted] = server.accepted as [Received, Received]
    expect(headerNames(unlisted).toSorted()).toEqual(basicHeaders.toSorted())
    expect(headerNames(accepted).toSorted()).toEqual([...basicHeaders, ...listHeaders].toSorted())
    const { date, headers, ...message } = await readMail(accepted)
    expect(message).toMatchObject({
      from: { name: 'Alejandría', address: 'biblioteca@alejandria.example' },
      to: [{ name: 'Ana Ñandú', address: 'ana@alejandria.example' }],
      subject: 'Nuevo post: Sobre las bibliotecas «de ayer»',
      messageId: '<0190a1b2c3d4e5f60718293a4b5c6d7e@alejandria.example>',
      text: expect.stringMatching(/^\s*Hola, Ana\.\s*$/),
      html: expect.stringContaining('<p>Hola, Ana.</p>'),
    })
    expect(new Date(date ?? '').toISOString()).toBe('2026-03-02T09:00:00.000Z')
    expect(Object.fromEntries(headers.map(({ key, value }) => [key, value]))).toMatchObject({
      'list-unsubscribe': `<${email.unsubscribe}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'list-id': '<posts.alejandria.example>',
      'auto-submitted': 'auto-generated',
    })
    // on a single line: a folded URL is broken
    expect(accepted.raw).toContain(`\r\nList-Unsubscribe: <${email.unsubscribe}>\r\n`)
  })

  test('has no other headers for random subjects and names', { timeout: 300_000 }, async () => {
    const rounds = inFull(10_000, 1000)
    const random = createRandom(6)
    const bits = [
      ...['\r\nBcc: otra@x.example', '\nX-Otra: 1', '\r\n\r\ncuerpo', '\r', '\0', '\u2028', '\u0085', '\t', '\v'],
      ...['"', '<', '>', ',', ';', '(', ')', '\\', '=?utf-8?Q?=0D=0ABcc:_x@x?=', '@', 'x@x.example', ':', '  '],
      ...['ñ', '«', '🏛️', '👩‍👩‍👧', 'a', 'Ana', ' ', '\u202e', '\ud800', 'a'.repeat(90), 'á'.repeat(60)],
    ]
    const text = () => Array.from({ length: random.upTo(8) }, () => random.one(bits)).join('')
    const wrong: string[] = []
    const server = await openServer()
    const transport = openSmtpTransport({ url: server.url }, sender)
    for (let round = 0; round < rounds; round++) {
      const sent = { ...email, subject: text(), to: { name: text(), address: 'ana@alejandria.example' } }
      const from = { name: text(), address: 'biblioteca@alejandria.example' }
      let raw = (await composeMime({ ...sender, from }, sent)).toString()
      if (round % 100 === 0) {
        await transport.send(sent)
        raw = server.accepted.at(-1)?.raw ?? ''
        expect(server.accepted.at(-1)?.to).toEqual(['ana@alejandria.example'])
      }
      const names = headerNames({ raw }).toSorted()
      // an empty subject is left out
      const isExpected = (name: string) => name !== 'Subject' || names.includes('Subject')
      const expected = [...basicHeaders, ...listHeaders].filter(isExpected)
      const { to = [] } = round % 10 ? {} : await readMail({ raw })
      const isOther = to.some(({ address }) => address !== 'ana@alejandria.example') || to.length > 1
      if (`${names}` !== `${expected.toSorted()}` || isOther) wrong.push(JSON.stringify([sent.subject, sent.to, from]))
    }
    expect(wrong.slice(0, 3)).toEqual([])
    expect(server.accepted.length).toBe(rounds / 100)
  })

  test.each([
    'ana@alejandria.example>\r\nRCPT TO:<otra@x.example',
    'ana@alejandria.example, otra@x.example',
    'ana@alejandria.example\r\nBcc: otra@x.example',
    'Otra <otra@x.example>',
    `${'('.repeat(50_000)}@x.example`,
  ])('to an invalid address (%#) goes to nobody else', async (address) => {
    const server = await openServer()
    await refusalOf({ url: server.url }, { ...email, to: { name: 'Ana', address } })
    expect(server.recipients().filter((to) => /^otra@/.test(to))).toEqual([])
    for (const accepted of server.accepted) {
      expect(accepted.to).toHaveLength(1)
      expect(headerNames(accepted).toSorted()).toEqual([...basicHeaders, ...listHeaders].toSorted())
    }
  })
})
