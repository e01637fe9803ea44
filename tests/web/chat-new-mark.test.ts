import { expect, it } from 'vitest'
import type { ChatMessage } from '../../contract/chat.ts'
import { markAfter } from '../../web/chat/new-mark.ts'

const said = (seq: number, author_id = 'bruno') => ({ seq, author_id }) as ChatMessage
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => said(from + index))

it('what is new to Ana begins at the first message of somebody else after what she read', () => {
  const messages = [...run(1, 3), said(4, 'ana'), ...run(5, 6)]
  expect(markAfter(messages, 3, 'ana')).toEqual({ seq: 5, words: 'Nuevos mensajes' })
  expect(markAfter(messages, 2, 'ana', true)).toEqual({ seq: 3, words: 'Nuevos mensajes' })
  expect(markAfter(messages, 6, 'ana')).toBeUndefined()
  expect(markAfter(messages, Number.POSITIVE_INFINITY, 'ana', true)).toBeUndefined()
})

it('where some of it is not loaded, the mark stands at the top and says that there is more', () => {
  expect(markAfter(run(301, 550), 200, 'ana', true)).toEqual({ seq: 301, words: 'Más de 250 mensajes nuevos' })
  expect(markAfter(run(301, 550), 300, 'ana', true)).toEqual({ seq: 301, words: 'Nuevos mensajes' })
})
