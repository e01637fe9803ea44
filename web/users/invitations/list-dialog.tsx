import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { v4 as newClientId } from 'uuid'
import type { ListedInvitation } from '../../../contract/auth/password-links.ts'
import { limits } from '../../../contract/limits.ts'
import { decodeText } from '../../../contract/text/encoding.ts'
import { CallError, messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/controls/text-field.tsx'
import { useFileInput } from '../../ui/controls/use-file-input.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useInviteList } from '../api.ts'
import css from '../user-dialog.module.css'
import { findMistakes, type Mistakes, mistakeKey, withRefused } from './list/mistakes.ts'
import { readPeople, type TypedPerson } from './list/read-people.ts'
import { SentList } from './list/sent-list.tsx'
import { texts } from './list/texts.ts'

const { maxInvited } = limits.passwordLinks
const maxFileBytes = 1_000_000
const accept = '.csv,.tsv,.txt,text/csv,text/plain'

interface Props {
  open: boolean
  /** `isDone` after inviting or cancelling; false after Escape, which keeps the list. */
  onClose: (isDone: boolean) => void
}

/** Invites the people of a pasted list or a file; every mistake is shown before. */
export default function ListDialog({ open, onClose }: Props) {
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [failure, setFailure] = useState<string>()
  const [sent, setSent] = useState<ListedInvitation[]>()
  const [clientId, setClientId] = useState(() => newClientId())
  const formRef = useRef<HTMLFormElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const file = useFileInput(texts.chooseFile, ([chosen]) => void (chosen && readFile(chosen)), { accept })
  const titleId = useId()
  const invite = useInviteList()

  const people = useMemo(() => readPeople(text), [text])
  const found = useMemo(() => (people.length > maxInvited ? [] : findMistakes(people)), [people])
  const mistakes = withRefused(people, found, refused)
  const wrong = mistakes.filter((one) => Object.keys(one).length > 0).length

  useEffect(() => {
    if (failure) formRef.current?.querySelector('[data-wrong]')?.scrollIntoView({ block: 'nearest' })
  }, [failure])

  function change(next: string) {
    setText(next)
    setFailure(undefined)
    setClientId(newClientId())
  }

  async function readFile(chosen: File) {
    if (chosen.size > maxFileBytes) return setFailure(texts.fileTooLarge)
    try {
      const added = decodeText(new Uint8Array(await chosen.arrayBuffer())).replace(/^\ufeff/, '')
      change(text.trim() === '' ? added : `${text.trimEnd()}\n${added}`)
      area.current?.focus()
    } catch {
      setFailure(texts.fileFailed)
    }
  }

  const complaint = () => {
    if (people.length === 0) return texts.empty
    if (people.length > maxInvited) return texts.tooMany(people.length)
    return wrong > 0 ? texts.wrong(wrong) : undefined
  }

  async function submit() {
    if (invite.isPending) return
    const reason = complaint()
    setFailure(reason)
    if (reason) return area.current?.focus({ preventScroll: true })
    try {
      setSent(await invite.mutateAsync({ people, client_id: clientId }))
    } catch (error) {
      const errors = (error instanceof CallError && error.problem?.errors) || []
      const next = new Map(refused)
      for (const { field, message } of errors) {
        const [, index, name = ''] = field.split('.')
        const person = people[Number(index)]
        if (person) next.set(mistakeKey(name, person), message)
      }
      setRefused(next)
      setFailure(messageOf(error, texts.failed))
      area.current?.focus({ preventScroll: true })
    }
  }

  if (sent) return <SentList sent={sent} open={open} onClose={() => onClose(true)} />

  return (
    <FormDialog
      title={texts.title}
      open={open}
      onClose={onClose}
      form={{ formRef, isBusy: invite.isPending, failure, submit }}
      action={texts.invite(wrong === 0 ? people.length : 0)}
    >
      <TextArea
        ref={area}
        label={texts.list}
        hint={texts.listHint}
        placeholder={texts.example}
        value={text}
        rows={5}
        spellCheck={false}
        autoCapitalize="words"
        readOnly={invite.isPending}
        onChange={(event) => change(event.target.value)}
      />
      <div className={css.file}>
        <Button icon="upload" size="s" onClick={file.choose}>
          {texts.chooseFile}
        </Button>
        {file.input}
      </div>
      {people.length > 0 && people.length <= maxInvited && (
        <section aria-labelledby={titleId}>
          <h3 id={titleId} className={css.heading}>
            {texts.preview}
          </h3>
          <p className="below-2 muted small" role="status">
            {texts.count(people.length, wrong)}
          </p>
          <PeoplePreview people={people} mistakes={mistakes} />
        </section>
      )}
    </FormDialog>
  )
}

/** The people of a list, each with the mistakes of it. */
function PeoplePreview({ people, mistakes }: { people: TypedPerson[]; mistakes: Mistakes[] }) {
  return (
    <ol className="plain-list rounded-l outlined divided">
      {people.map(({ name, email, phone }, index) => {
        const messages = Object.values(mistakes[index] ?? {})
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a person of the list has nothing else of their own
          <li key={index} className={css.person} data-wrong={messages.length > 0 || undefined}>
            <span className={css.number} aria-hidden="true">
              {index + 1}
            </span>
            <div className="grow breaks">
              <p className="tight strong">{name || texts.noName}</p>
              <p className="muted small">{[email || texts.noEmail, phone].filter(Boolean).join(' · ')}</p>
              {messages.map((message) => (
                <p key={message} className={css.mistake}>
                  <Icon name="warning" size={16} />
                  {message}
                </p>
              ))}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
