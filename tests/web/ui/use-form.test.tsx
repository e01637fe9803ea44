// The hook of all forms, in a real browser because of the focus.
import { flushSync } from 'react-dom'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { CallError } from '../../../web/api/call.ts'
import { useForm } from '../../../web/ui/form/use-form.ts'
import { mount } from '../../support/web/mount.ts'

const Member = z.object({
  name: z.string().check(z.minLength(1, 'Falta el nombre')),
  email: z.string().check(z.includes('@', 'El correo no es válido')),
})
type Member = z.output<typeof Member>

type Options = Parameters<typeof useForm<Member, Member, string>>[0]

/** Opens a form with the fields `name` and `email`, which contain Hipatia's by default. */
function open(options: Partial<Options> = {}) {
  const save = vi.fn((_: Member) => Promise.resolve('guardado'))
  const form: { current?: ReturnType<typeof useForm<Member, Member, string>> } = {}
  function MemberForm() {
    const current = useForm<Member, Member, string>({
      initial: { name: 'Hipatia', email: 'hipatia@alejandria.example' },
      schema: Member,
      save,
      failureText: 'No se ha podido guardar',
      ...options,
    })
    form.current = current
    return (
      <form ref={current.formRef}>
        {(['name', 'email'] as const).map((name) => {
          const { error, ...field } = current.field(name)
          return <input key={name} {...field} aria-label={name} aria-invalid={Boolean(error)} />
        })}
      </form>
    )
  }
  mount(<MemberForm />)
  const current = () => {
    if (!form.current) throw new Error('not rendered')
    return form.current
  }
  return {
    save,
    current,
    type: (values: Partial<Member>) => flushSync(() => current().set(values)),
    submit: () => current().submit(),
    focused: () => document.activeElement?.getAttribute('aria-label'),
  }
}

const refusal = (errors: { field: string; message: string }[]) =>
  new CallError(422, { detail: 'Hay datos que no son válidos.', code: 'not_valid', errors })
const rendered = <T,>(read: () => T) => expect.poll(read)

test('valid values are saved as the schema parses them, and onSaved gets the result', async () => {
  const onSaved = vi.fn()
  const form = open({ onSaved })
  form.type({ name: 'Safo' })
  await form.submit()
  expect(form.save).toHaveBeenCalledExactlyOnceWith({ name: 'Safo', email: 'hipatia@alejandria.example' })
  expect(onSaved).toHaveBeenCalledExactlyOnceWith('guardado')
})

test('errors appear on submit with the focus on the first, and each goes with its correction until the next submit', async () => {
  const form = open()
  form.type({ name: '', email: 'hipatia' })
  expect(form.current().errors).toEqual({})
  await form.submit()
  await rendered(() => form.current().errors).toEqual({ name: 'Falta el nombre', email: 'El correo no es válido' })
  expect(form.focused()).toBe('name')
  expect(form.save).not.toHaveBeenCalled()
  form.type({ name: 'H' })
  await rendered(() => form.current().errors).toEqual({ email: 'El correo no es válido' })
  form.type({ name: '' })
  await rendered(() => form.current().errors).toEqual({ email: 'El correo no es válido' })
  await form.submit()
  await rendered(() => Object.keys(form.current().errors)).toEqual(['name', 'email'])
})

test('a field that shows its errors early does so while it is typed in', async () => {
  const form = open({ showsErrorsEarly: (values, name) => values[name] !== '' })
  form.type({ name: '', email: 'hipatia' })
  await rendered(() => form.current().errors).toEqual({ email: 'El correo no es válido' })
})

test('errors of `check` replace the schema’s', async () => {
  const form = open({ check: ({ name }): Partial<Member> => (name === '' ? { name: '¿Cómo te llamas?' } : {}) })
  form.type({ name: '' })
  await form.submit()
  await rendered(() => form.current().errors).toEqual({ name: '¿Cómo te llamas?' })
})

test('a refused field shows the server’s text until it is changed', async () => {
  const save = vi.fn(() => Promise.reject(refusal([{ field: 'email', message: 'Ese correo no' }])))
  const form = open({ save })
  await form.submit()
  await rendered(() => form.current().errors).toEqual({ email: 'Ese correo no' })
  expect(form.current().failure).toBeUndefined()
  expect(form.focused()).toBe('email')
  form.type({ name: 'Safo' })
  await rendered(() => form.current().errors).toEqual({ email: 'Ese correo no' })
  form.type({ email: 'safo@alejandria.example' })
  await rendered(() => form.current().errors).toEqual({})
})

test('a refusal without fields is shown at the field of its code', async () => {
  const taken = new CallError(409, { detail: 'Ese nombre ya existe.', code: 'name_taken' })
  const form = open({ save: () => Promise.reject(taken), fieldOfCode: { name_taken: 'name' } })
  await form.submit()
  await rendered(() => form.current().errors).toEqual({ name: 'Ese nombre ya existe.' })
  expect(form.focused()).toBe('name')
})

test('a failure shows the text of the server, or the default text, until a value is changed', async () => {
  const errors = [new CallError(500, { detail: 'El servidor duerme.', code: 'internal' }), new CallError(0)]
  const form = open({ save: () => Promise.reject(errors.shift()) })
  await form.submit()
  await rendered(() => form.current().failure).toBe('El servidor duerme.')
  await form.submit()
  await rendered(() => form.current().failure).toBe('No se ha podido guardar')
  form.type({ name: 'Safo' })
  await rendered(() => form.current().failure).toBeUndefined()
  expect(form.current().errors).toEqual({})
})

test('alwaysShowsFailure shows the failure and the field’s error', async () => {
  const save = () => Promise.reject(refusal([{ field: 'name', message: 'Ese nombre no' }]))
  const form = open({ save, alwaysShowsFailure: true })
  await form.submit()
  await rendered(() => form.current().errors).toEqual({ name: 'Ese nombre no' })
  expect(form.current().failure).toBe('Hay datos que no son válidos.')
})

test('a form that is submitted several times is sent once, and is busy until the response', async () => {
  let answer = (_: string) => {}
  const save = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)))
  const form = open({ save })
  const sending = [form.submit(), form.submit()]
  await rendered(() => form.current().isBusy).toBe(true)
  void form.submit()
  answer('guardado')
  await Promise.all(sending)
  await rendered(() => form.current().isBusy).toBe(false)
  expect(save).toHaveBeenCalledTimes(1)
})

test('values of `state` are read and written there', async () => {
  const draft: Member = { name: 'Borrador', email: 'borrador@alejandria.example' }
  const keep = vi.fn()
  const form = open({ state: [draft, keep] })
  expect(form.current().values).toBe(draft)
  form.type({ name: 'Otro' })
  expect(keep).toHaveBeenCalledExactlyOnceWith({ ...draft, name: 'Otro' })
})
