// The draft of a broadcast: its client_id (what is sent under it: broadcast-page.test.tsx), and the paragraphs of its mail.
import { expect, test } from 'vitest'
import { paragraphsOf } from '../../../contract/content/paragraphs.ts'
import { emptyDraft, withClientId } from '../../../web/broadcasts/broadcast-draft.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test('the client_id of a broadcast is created with the first letter, stays during typing, and goes with an emptied draft', () => {
  const first = withClientId({ ...emptyDraft, subject: 'E' })
  expect(first.client_id).toMatch(uuid)
  const last = withClientId({ ...first, subject: 'El faro', include_unsubscribed: true })
  expect(last.client_id).toBe(first.client_id)
  expect(withClientId({ ...last, include_unsubscribed: false, subject: '', message: '' })).toEqual(emptyDraft)
  expect(withClientId({ ...emptyDraft, subject: 'El faro' }).client_id).not.toBe(first.client_id)
})

test('the mail of a broadcast has a paragraph for each block between blank lines, with its line breaks', () => {
  expect(paragraphsOf('\n\nUno\ndos\r\n \t\r\n\n  Tres\n')).toEqual(['Uno\ndos', 'Tres'])
  expect(paragraphsOf('Uno\r\ndos\r\n\r\nTres\n \t\nCuatro')).toEqual(['Uno\r\ndos', 'Tres', 'Cuatro'])
  expect(paragraphsOf('Una sola')).toEqual(['Una sola'])
})
