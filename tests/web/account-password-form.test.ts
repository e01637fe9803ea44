import { describe, expect, it } from 'vitest'
import { errorsOfPasswords, errorsOfRefusal } from '../../web/account/password-form.ts'
import { CallError } from '../../web/api/call.ts'

const typed = (current_password: string, new_password: string, confirmation = new_password) =>
  errorsOfPasswords({ current_password, new_password, confirmation })

describe('what Ana types to change her password', () => {
  it('is fine when the new one is long enough, another one, and typed twice alike', () => {
    expect(typed('la de siempre', 'un papiro nuevo')).toEqual({})
    expect(typed('x', '123456')).toEqual({})
    expect(typed('x', 'ñandúes')).toEqual({})
    expect(typed('x', '      ')).toEqual({})
  })

  it('is refused in the words of the spec', () => {
    expect(typed('la de siempre', 'un papiro nuevo', 'un papiro viejo')).toEqual({
      confirmation: 'New passwords do not match',
    })
    expect(typed('la de siempre', 'corta')).toEqual({ new_password: 'New password must be at least 6 characters long' })
    expect(typed('la de siempre', 'la de siempre')).toEqual({
      new_password: 'New password must be different from current password',
    })
  })

  it('counts characters, not the halves that an emoji is stored in', () => {
    expect(typed('x', '📜📜📜')).toHaveProperty('new_password', 'New password must be at least 6 characters long')
    expect(typed('x', '📜📜📜📜📜📜')).toEqual({})
  })

  it('is asked for when it is missing', () => {
    expect(typed('', '')).toEqual({
      current_password: 'La contraseña actual es requerida',
      new_password: 'New password must be at least 6 characters long',
    })
    expect(typed('la de siempre', 'un papiro nuevo', '')).toEqual({ confirmation: 'New passwords do not match' })
    expect(typed('corta', 'corta')).toHaveProperty('new_password', 'New password must be at least 6 characters long')
  })
})

describe('what the server says of it', () => {
  it('stands beside the field that it is about', () => {
    const wrong = { detail: 'La contraseña actual no es correcta.', code: 'wrong_current_password' }
    expect(errorsOfRefusal(new CallError(400, wrong))).toEqual({
      current_password: 'La contraseña actual no es correcta.',
    })
    const errors = [{ field: 'new_password', message: 'Demasiado larga' }]
    expect(errorsOfRefusal(new CallError(422, { detail: 'No', code: 'not_valid', errors }))).toEqual({
      new_password: 'Demasiado larga',
    })
  })

  it('stands below the form when it is about none', () => {
    expect(errorsOfRefusal(new CallError(500, { detail: 'Algo', code: 'internal' }))).toEqual({})
    expect(errorsOfRefusal(new CallError(0))).toEqual({})
    expect(errorsOfRefusal(new Error('otra cosa'))).toEqual({})
  })
})
