// Encryption of push messages by RFC 8291 and RFC 8188, and the key of RFC 8292.
import { createECDH, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { encrypt, isPoint } from '../../../server/push/crypto.ts'
import { decrypt } from '../../support/server/push/push-service.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
const ecdhOf = (privateKey: string) => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(bytes(privateKey))
  return ecdh
}

// RFC 8291, appendix A
const rfc = {
  text: 'When I grow up, I want to be a watermelon',
  server: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  browser: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('a message is encrypted as in the example of RFC 8291, byte for byte', () => {
  const { p256dh, auth, server, salt, body, text } = rfc
  expect(encrypt(text, { p256dh, auth }, { ecdh: ecdhOf(server), salt: bytes(salt) }).toString('base64url')).toBe(body)
  expect(decrypt(bytes(body), ecdhOf(rfc.browser), bytes(auth))).toBe(text)
})

test('a browser reads what was encrypted for it: nothing, a text with emoji, and one of 3993 bytes; no longer one is made', () => {
  const browser = createECDH('prime256v1')
  const auth = randomBytes(16)
  const keys = { p256dh: browser.generateKeys('base64url'), auth: auth.toString('base64url') }
  for (const text of ['', 'Telesila: 👩‍👩‍👧 ¿vienes?', 'a'.repeat(3993)])
    expect(decrypt(encrypt(text, keys), browser, auth)).toBe(text)
  expect(() => encrypt('a'.repeat(3994), keys)).toThrow('a push message of 4097 bytes')
  // never the same bytes twice
  expect(encrypt('hola', keys)).not.toEqual(encrypt('hola', keys))
})

test('a key that isn’t a point of the curve is recognized', () => {
  expect(isPoint(rfc.p256dh)).toBe(true)
  expect(isPoint(`${rfc.p256dh.slice(0, -2)}AA`)).toBe(false)
  expect(isPoint('B'.repeat(87))).toBe(false)
  expect(isPoint('A'.repeat(87))).toBe(false)
})
