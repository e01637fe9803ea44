import { type ComponentProps, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { flushSync } from 'react-dom'
import { showMentions, shownMention } from '../../../contract/markdown/mentions.ts'
import { addMentionWriter } from '../../markdown/person/mention-writers.ts'
import { TextArea } from '../../ui/controls/text-field.tsx'
import { applyState } from '../text-state.ts'
import { texts } from '../texts.ts'
import { MentionList } from './mention-list.tsx'
import { type PersonName, withMentioned, withTokens } from './mention-text.ts'
import { useMentions } from './use-mentions.ts'

interface Props extends Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange' | 'ref'> {
  /** With the tokens of mentions, of which the field shows `@Name` only. */
  value: string
  onText: (value: string) => void
  /** Makes the field visible before a mention is written from outside. */
  onShow?: () => void
  ref?: Ref<HTMLTextAreaElement>
}

/** A textarea that offers people after an `@`. Nobody sees the ids of those whom a text names (decision 056). */
export function MentionArea({ value, onText, onShow, ref, onKeyDown, onSelect, onBlur, ...props }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement)
  // those named before too: a name that is deleted and typed again names the same person
  const people = useRef<PersonName[]>([])
  people.current = withMentioned(people.current, value)
  function remember(person: PersonName) {
    people.current = [...people.current.filter(({ id }) => id !== person.id), person]
  }
  const mentions = useMentions(field, remember)
  /** At the end of the text. */
  const write = useEffectEvent((person: PersonName) => {
    const { current: textarea } = field
    if (!textarea || textarea.readOnly) return
    if (onShow) flushSync(onShow)
    remember(person)
    const before = textarea.value.replace(/\S$/, '$& ')
    const text = `${before}${shownMention(person)} `
    applyState(textarea, { text, start: text.length, end: text.length })
  })
  useEffect(() => addMentionWriter((person) => write(person)), [])

  return (
    <>
      <TextArea
        {...props}
        {...mentions.fieldProps}
        ref={field}
        value={showMentions(value)}
        onChange={({ target }) => {
          onText(withTokens(target.value, people.current))
          mentions.look()
        }}
        onSelect={(event) => {
          mentions.look()
          onSelect?.(event)
        }}
        onKeyDown={(event) => {
          if (!mentions.takeKey(event)) onKeyDown?.(event)
        }}
        onBlur={(event) => {
          mentions.close()
          onBlur?.(event)
        }}
      />
      <span className="visually-hidden">
        <span aria-live="polite">{mentions.offered.length > 0 && texts.offered(mentions.offered.length)}</span>
      </span>
      {mentions.offered.length > 0 && <MentionList field={field} mentions={mentions} />}
    </>
  )
}
