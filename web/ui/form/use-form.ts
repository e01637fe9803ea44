import { type ChangeEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { CallError, messageOf } from '../../api/call.ts'

type Name<Values> = keyof Values & string
type TextName<Values> = { [K in Name<Values>]: Values[K] extends string ? K : never }[Name<Values>]
export type FieldErrors<Values> = Partial<Record<Name<Values>, string>>

/** The values that differ from others: untouched fields aren't sent, as somebody else may have changed them. */
export const changesOf = <Values extends object>(values: Values, others: Partial<Values>) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== others[name as keyof Values]))

export interface FormOptions<Values, Data, Saved> {
  /** The first invalid field is looked up in this order, by `name`. */
  initial: Values
  /** State that is stored elsewhere, such as a draft. */
  state?: readonly [Values, (values: Values) => void]
  schema: z.ZodMiniType<Data>
  /** The schema's input, if it isn't the values themselves. */
  toInput?: (values: Values) => unknown
  /** Errors that the schema can't find; they replace its own. */
  check?: (values: Values) => FieldErrors<Values>
  /** Shows a field's errors while it is typed in; otherwise they wait for the first attempt to send. */
  showsErrorsEarly?: (values: Values, name: Name<Values>) => boolean
  /** Shows a field's errors once it was left, unless it is empty. */
  checksOnLeaving?: boolean
  save: (data: Data) => Promise<Saved>
  onSaved?: (saved: Saved) => void
  /** Fields of refusals that are identified by their code alone. */
  fieldOfCode?: Record<string, Name<Values>>
  /** Text of failures without one from the server. */
  failureText: string | ((error: unknown) => string)
  /** Shows the failure's text even if the server named the wrong fields. */
  alwaysShowsFailure?: boolean
}

/**
 * State of a form: values, errors, and a single submission at a time. Errors appear on submission and disappear as they
 * are corrected; refusals and failures disappear on typing.
 */
export function useForm<Values extends object, Data, Saved>(options: FormOptions<Values, Data, Saved>) {
  const { initial, schema, toInput, check, showsErrorsEarly, checksOnLeaving, save, onSaved, failureText } = options
  const ownState = useState(initial)
  const [values, setValues] = options.state ?? ownState
  const [checked, setChecked] = useState<Name<Values>[]>([])
  const [left, setLeft] = useState<Name<Values>[]>([])
  const [refused, setRefused] = useState<FieldErrors<Values>>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isSaving = useRef(false) // a double click comes before `isBusy` is rendered
  const formRef = useRef<HTMLFormElement>(null)
  const names = Object.keys(initial) as Name<Values>[]

  const firstMessages = (issues: { field: unknown; message: string }[]): FieldErrors<Values> =>
    Object.fromEntries(issues.toReversed().map(({ field, message }) => [String(field), message])) as FieldErrors<Values>

  function read(from: Values) {
    const { data, error } = schema.safeParse(toInput ? toInput(from) : from)
    const issues = error?.issues.map(({ path, message }) => ({ field: path[0], message })) ?? []
    return { data, errors: { ...firstMessages(issues), ...check?.(from) } }
  }

  function refusedFields(error: unknown): FieldErrors<Values> {
    if (!(error instanceof CallError) || !error.problem) return {}
    const { code, detail, errors = [] } = error.problem
    const field = options.fieldOfCode?.[code]
    return firstMessages(field ? [{ field, message: detail }] : errors)
  }

  function focusFirst(errors: FieldErrors<Values>) {
    const first = names.find((name) => errors[name])
    const control = first && formRef.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
    return first !== undefined
  }

  function set(changes: Partial<Values>) {
    const next = { ...values, ...changes }
    const { errors } = read(next)
    setValues(next)
    setChecked((before) => before.filter((name) => errors[name]))
    setRefused((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(changes).map((name) => [name, undefined])),
    }))
    setFailure(undefined)
  }

  function clearErrors() {
    setChecked([])
    setLeft([])
    setRefused({})
    setFailure(undefined)
  }

  /** The data to send, or undefined: then the errors are shown, and the first invalid field has the focus. */
  function validate() {
    const { data, errors } = read(values)
    setChecked(names.filter((name) => errors[name]))
    return focusFirst(errors) ? undefined : data
  }

  async function submit() {
    if (isSaving.current) return
    setFailure(undefined)
    setRefused({})
    const data = validate()
    if (data === undefined) return
    isSaving.current = true
    setBusy(true)
    try {
      const saved = await save(data)
      onSaved?.(saved)
    } catch (error) {
      const fields = refusedFields(error)
      setRefused(fields)
      if (!focusFirst(fields) || options.alwaysShowsFailure)
        setFailure(typeof failureText === 'string' ? messageOf(error, failureText) : failureText(error))
    } finally {
      isSaving.current = false
      setBusy(false)
    }
  }

  const current = read(values).errors
  const errors: FieldErrors<Values> = {}
  for (const name of names) {
    const wasLeft = left.includes(name) && values[name] !== ''
    const isShown = checked.includes(name) || wasLeft || showsErrorsEarly?.(values, name)
    const message = (isShown && current[name]) || refused[name]
    if (message) errors[name] = message
  }

  const field = <K extends TextName<Values>>(name: K) => ({
    name,
    value: values[name] as string,
    error: errors[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      set({ [name]: target.value } as unknown as Partial<Values>),
    onBlur: () => {
      if (checksOnLeaving && !left.includes(name)) setLeft([...left, name])
    },
  })

  return { values, errors, failure, isBusy, formRef, set, field, clearErrors, validate, submit }
}

export type Form<Values extends object> = Omit<ReturnType<typeof useForm<Values, unknown, unknown>>, 'validate'>
