import { expect, it } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import { dividerAfter } from '../../../web/chat/reading/new-divider.ts'

const said = (seq: number, author_id = 'bruno') => ({ seq, author_id }) as ChatMessage
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => said(from + index))

it('the divider is above the first message of another person after those that Ana has read', () => {
  const messages = [...run(1, 3), said(4, 'ana'), ...run(5, 6)]
  expect(dividerAfter(messages, 3, 'ana')).toEqual({ seq: 5, text: 'Nuevos mensajes' })
  expect(dividerAfter(messages, 2, 'ana', true)).toEqual({ seq: 3, text: 'Nuevos mensajes' })
  expect(dividerAfter(messages, 6, 'ana')).toBeUndefined()
  expect(dividerAfter(messages, Number.POSITIVE_INFINITY, 'ana', true)).toBeUndefined()
})

it('the divider is at the top and says that there are more if some new messages are not loaded', () => {
  expect(dividerAfter(run(301, 550), 200, 'ana', true)).toEqual({ seq: 301, text: 'Más de 250 mensajes nuevos' })
  expect(dividerAfter(run(301, 550), 300, 'ana', true)).toEqual({ seq: 301, text: 'Nuevos mensajes' })
})
