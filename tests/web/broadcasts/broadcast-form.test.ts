// The draft of a broadcast: its client_id, its missing fields and its mail.
import { describe, expect, it } from 'vitest'
import { paragraphsOf } from '../../../contract/content/paragraphs.ts'
import { CallError } from '../../../web/api/call.ts'
import {
  emptyDraft,
  failureText,
  findMissing,
  withClientId,
  withNewClientId,
} from '../../../web/broadcasts/broadcast-draft.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const draft = withClientId({ ...emptyDraft, subject: 'El faro', message: 'Se enciende hoy.' })

describe('the client_id of a broadcast', () => {
  it('is created with the first letter and stays during typing', () => {
    const first = withClientId({ ...emptyDraft, subject: 'E' })
    expect(first.client_id).toMatch(uuid)
    const last = withClientId({ ...first, subject: 'El faro', include_unsubscribed: true })
    expect(last.client_id).toBe(first.client_id)
  })

  it('is new for the next broadcast, and after the draft was emptied by hand', () => {
    expect(withClientId({ ...draft, subject: '', message: '' })).toEqual(emptyDraft)
    expect(withClientId({ ...emptyDraft, subject: 'El faro' }).client_id).not.toBe(draft.client_id)
  })

  it('is new if the first version was already sent; the text stays', () => {
    const again = withNewClientId(draft)
    expect(again.client_id).not.toBe(draft.client_id)
    expect({ ...again, client_id: '' }).toEqual({ ...draft, client_id: '' })
  })
})

describe('a broadcast that can’t be sent', () => {
  it('says which of subject and message is missing', () => {
    expect(findMissing(emptyDraft)).toEqual({ subject: 'Falta el asunto', message: 'Falta el mensaje' })
    expect(findMissing({ ...draft, message: ' \n' })).toEqual({ message: 'Falta el mensaje' })
    expect(findMissing(draft)).toEqual({})
  })

  it('shows the server’s reason if there is one', () => {
    const refusal = new CallError(422, { detail: 'Hay datos que no son válidos.', code: 'not_valid', errors: [] })
    expect(failureText(refusal)).toBe('Error al enviar notificación: Hay datos que no son válidos.')
    expect(failureText(new CallError(0))).toBe('Error al enviar la notificación')
  })
})

describe('the mail of a broadcast', () => {
  it('has a paragraph for each block between blank lines, with its line breaks', () => {
    expect(paragraphsOf('\n\nUno\ndos\r\n \t\r\n\n  Tres\n')).toEqual(['Uno\ndos', 'Tres'])
    expect(paragraphsOf('Uno\r\ndos\r\n\r\nTres\n \t\nCuatro')).toEqual(['Uno\r\ndos', 'Tres', 'Cuatro'])
    expect(paragraphsOf('Una sola')).toEqual(['Una sola'])
  })
})
