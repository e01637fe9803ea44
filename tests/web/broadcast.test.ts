// What a broadcast is while it is typed: under which name it goes out, what is wrong with it, how its letter reads.
import { describe, expect, it } from 'vitest'
import { paragraphsOf } from '../../contract/letters.ts'
import { CallError } from '../../web/api/call.ts'
import {
  changed,
  failureText,
  fieldErrors,
  isIncomplete,
  nothing,
  renewed,
} from '../../web/notifications/broadcast-writing.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const typed = changed(changed(nothing, { subject: 'El faro' }), { message: 'Se enciende hoy.' })

describe('the name of a broadcast', () => {
  it('is made with its first letter and stays while it is typed', () => {
    const first = changed(nothing, { subject: 'E' })
    expect(first.client_id).toMatch(uuid)
    const last = changed(changed(first, { subject: 'El faro' }), { include_unsubscribed: true })
    expect(last.client_id).toBe(first.client_id)
  })

  it('is another for the next one, and for one that was emptied by hand', () => {
    expect(changed(typed, { subject: '', message: '' })).toEqual(nothing)
    expect(changed(nothing, { subject: 'El faro' }).client_id).not.toBe(typed.client_id)
  })

  it('is another where the first words went out already, and the words stay', () => {
    const again = renewed(typed)
    expect(again.client_id).not.toBe(typed.client_id)
    expect({ ...again, client_id: '' }).toEqual({ ...typed, client_id: '' })
  })
})

describe('what is wrong with it', () => {
  it('is nothing while it is empty and nobody wants to send it', () => {
    expect(isIncomplete(nothing)).toBe(true)
    expect(fieldErrors(nothing, null, false)).toEqual({})
    expect(fieldErrors(nothing, null, true)).toEqual({ subject: 'Falta el asunto', message: 'Falta el mensaje' })
    expect(fieldErrors({ ...typed, message: ' \n' }, null, true)).toEqual({ message: 'Falta el mensaje' })
  })

  it('is said of a subject that is too long, in characters as people count them', () => {
    expect(fieldErrors({ ...typed, subject: '📜'.repeat(200) }, null, true)).toEqual({})
    expect(fieldErrors({ ...typed, subject: '📜'.repeat(201) }, null, false)).toEqual({
      subject: 'El asunto no puede tener más de 200 caracteres',
    })
    expect(fieldErrors({ ...typed, message: 'x'.repeat(20_001) }, null, false)).toEqual({
      message: 'El mensaje no puede tener más de 20000 caracteres',
    })
  })

  it('is also what the server refused, beside the field', () => {
    const errors = [{ field: 'subject', message: 'Ese asunto no' }]
    const refusal = new CallError(422, { detail: 'Hay datos que no son válidos.', code: 'not_valid', errors })
    expect(fieldErrors(typed, refusal, true)).toEqual({ subject: 'Ese asunto no' })
    expect(failureText(refusal)).toBe('Error al enviar notificación: Hay datos que no son válidos.')
    expect(failureText(new CallError(0))).toBe('Error al enviar la notificación')
  })
})

describe('its letter', () => {
  it('has a paragraph for whatever stands between blank lines, with its lines', () => {
    expect(paragraphsOf('\n\nUno\ndos\r\n \t\r\n\n  Tres\n')).toEqual(['Uno\ndos', 'Tres'])
    expect(paragraphsOf('Una sola')).toEqual(['Una sola'])
  })
})
