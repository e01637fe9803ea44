import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../../web/api/call.ts'
import { usePasswordForm } from '../../../web/auth/password/use-password-form.ts'

type PasswordForm = ReturnType<typeof usePasswordForm>
type Change = Parameters<typeof usePasswordForm>[0]

const roots: Root[] = []
afterEach(() => {
  for (const root of roots.splice(0)) root.unmount()
})

/** Types the passwords and submits them; returns the errors, the failure and the mock of the request. */
async function send(current_password: string, new_password: string, confirmation = new_password, failure?: Error) {
  const mutateAsync = vi.fn(() => (failure ? Promise.reject(failure) : Promise.resolve({ message: 'Hecho' })))
  const form: { current?: PasswordForm } = {}
  function Form() {
    form.current = usePasswordForm({ mutateAsync } as unknown as Change)
    return null
  }
  const root = createRoot(document.createElement('div'))
  roots.push(root)
  flushSync(() => root.render(<Form />))
  flushSync(() => form.current?.set({ current_password, new_password, confirmation }))
  await form.current?.submit()
  flushSync(() => root.render(<Form />))
  return { errors: form.current?.errors, failure: form.current?.failure, mutateAsync }
}
const errorsOf = async (...typed: [string, string, string?]) => (await send(...typed)).errors

describe('a change of password', () => {
  it('is sent if the new password is long enough, differs from the old one and is repeated correctly', async () => {
    const { errors, mutateAsync } = await send('la de siempre', 'un papiro nuevo')
    expect(errors).toEqual({})
    expect(mutateAsync).toHaveBeenCalledExactlyOnceWith({
      current_password: 'la de siempre',
      new_password: 'un papiro nuevo',
    })
    expect(await errorsOf('x', '12345678')).toEqual({})
    expect(await errorsOf('x', 'ñandúes.')).toEqual({})
    expect(await errorsOf('x', '        ')).toEqual({})
  })

  it('is refused with the texts of the specification, and not sent', async () => {
    const { errors, mutateAsync } = await send('la de siempre', 'un papiro nuevo', 'un papiro viejo')
    expect(errors).toEqual({ confirmation: 'New passwords do not match' })
    expect(mutateAsync).not.toHaveBeenCalled()
    expect(await errorsOf('la de siempre', 'corta')).toEqual({
      new_password: 'New password must be at least 6 characters long',
    })
    expect(await errorsOf('la de siempre', 'la de siempre')).toEqual({
      new_password: 'New password must be different from current password',
    })
  })

  it('counts an emoji as one character', async () => {
    expect(await errorsOf('x', '📜📜📜')).toHaveProperty(
      'new_password',
      'New password must be at least 6 characters long',
    )
    expect(await errorsOf('x', '📜📜📜📜📜📜')).toEqual({
      new_password: 'La contraseña nueva tiene que tener al menos 8 caracteres',
    })
    expect(await errorsOf('x', '📜📜📜📜📜📜📜📜')).toEqual({})
  })

  it('requires both passwords', async () => {
    expect(await errorsOf('', '')).toEqual({
      current_password: 'La contraseña actual es requerida',
      new_password: 'New password must be at least 6 characters long',
    })
    expect(await errorsOf('la de siempre', 'un papiro nuevo', '')).toEqual({
      confirmation: 'New passwords do not match',
    })
    expect(await errorsOf('corta', 'corta')).toHaveProperty(
      'new_password',
      'New password must be at least 6 characters long',
    )
  })
})

describe('a password that the server refuses', () => {
  const refused = (failure: Error) => send('la de siempre', 'un papiro nuevo', 'un papiro nuevo', failure)

  it('is shown at its field', async () => {
    const wrong = { detail: 'La contraseña actual no es correcta.', code: 'wrong_current_password' }
    expect((await refused(new CallError(400, wrong))).errors).toEqual({
      current_password: 'La contraseña actual no es correcta.',
    })
    const errors = [{ field: 'new_password', message: 'Demasiado larga' }]
    expect((await refused(new CallError(422, { detail: 'No', code: 'not_valid', errors }))).errors).toEqual({
      new_password: 'Demasiado larga',
    })
  })

  it('is shown below the form if no field is named', async () => {
    expect(await refused(new CallError(500, { detail: 'Algo', code: 'internal' }))).toMatchObject({
      errors: {},
      failure: 'Algo',
    })
    expect(await refused(new CallError(0))).toMatchObject({ errors: {}, failure: 'Failed to change password' })
    expect(await refused(new Error('otra cosa'))).toMatchObject({ errors: {}, failure: 'Failed to change password' })
  })
})
