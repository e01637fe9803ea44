import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import type { ChatMessage } from '../../../contract/chat.ts'
import { permissions } from '../../../contract/permissions.ts'
import type { User } from '../../../contract/users.ts'
import { reactionQueue, toChange } from '../../reactions/reaction-queue.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { toastAndClose } from '../../ui/lazy-fallbacks.tsx'
import { useChat } from '../chat-context.ts'
import { toSpokenText } from '../messages/spoken-text.ts'
import type { Answered } from '../sync/queues.ts'
import { texts } from '../texts.ts'
import type { MessageMenuProps } from './message-menu.tsx'
import { useAnswerSwipe } from './use-answer-swipe.ts'

const MessageMenu = lazyPart<MessageMenuProps>(() => import('./message-menu.tsx'), toastAndClose(texts.actionsFailed))

/** More than a line; the server's own quote takes its place once the answer is stored. */
const excerptLength = 140

const toAnswered = ({ id, seq, username, message }: ChatMessage): Answered => {
  const text = toSpokenText(message).replace(/\s+/g, ' ').trim()
  return {
    id,
    quote: { seq, username, excerpt: [...text.slice(0, 2 * excerptLength)].slice(0, excerptLength).join('') },
  }
}

/** The button of each message's actions, found by the attribute; the newest one is a tab stop, arrow keys lead to the others. */
const buttonSelector = '[data-message-actions]'

const seqOf = (element: Element) => Number(element.closest<HTMLElement>('[data-seq]')?.dataset.seq)

/** On these a tap has another effect, or selects text. */
const isOccupied = (element: Element) => element.closest('a, button, input, [role=alert]') !== null

/**
 * One menu for all messages: opened by a message's button, on a touch screen by a tap on the message, where a swipe to the
 * right answers it. The handlers belong to the list.
 */
export function useMessageActions(messages: readonly ChatMessage[], me: User | undefined) {
  const { composer, changeQueue } = useChat()
  const [opened, setOpened] = useState<{ message: ChatMessage; anchor: HTMLElement }>()
  const [isOpen, setOpen] = useState(false)
  const isByKey = useRef(false)
  /** True after an answer or an edit was begun. */
  const isWriting = useRef(false)
  /** The tap that closes the phone's keyboard opens nothing. */
  const wasTyping = useRef(false)
  const find = (element: Element) => {
    const seq = seqOf(element)
    const message = messages.find((one) => one.seq === seq)
    return message?.deleted_at === null ? message : undefined
  }
  const swipe = useAnswerSwipe((element) => {
    const message = find(element)
    if (message) composer.current?.answer(toAnswered(message))
  })

  function open(element: Element) {
    const message = find(element)
    const anchor = element.closest('[data-seq]')?.querySelector<HTMLElement>(buttonSelector)
    if (!message || !anchor) return
    isWriting.current = false
    setOpened({ message, anchor })
    setOpen(true)
  }

  function onPointerDown(event: PointerEvent) {
    wasTyping.current = document.activeElement instanceof HTMLTextAreaElement
    swipe.onPointerDown(event)
  }

  function onClick({ target, nativeEvent, detail }: MouseEvent) {
    if (!(target instanceof Element)) return
    isByKey.current = detail === 0
    if (target.closest(buttonSelector)) return open(target)
    const isTouch = nativeEvent instanceof window.PointerEvent && nativeEvent.pointerType === 'touch'
    if (!isTouch || wasTyping.current || isOccupied(target) || getSelection()?.isCollapsed === false) return
    open(target)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, target, currentTarget } = event
    if (!(target instanceof Element) || !target.matches(buttonSelector)) return
    const buttons = [...currentTarget.querySelectorAll<HTMLElement>(buttonSelector)]
    const index = buttons.indexOf(target as HTMLElement)
    const next = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: buttons.length - 1 }[key]
    if (next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }

  function write(begin: (message: ChatMessage) => void) {
    isWriting.current = true
    if (opened) begin(opened.message)
  }

  /** The same emoji again takes it back. */
  function react(emoji: string) {
    if (!opened || !me) return
    const { id, reactions } = find(opened.anchor) ?? opened.message
    const change = toChange({ kind: 'message', id }, emoji, true)
    const queue = reactionQueue(me.id)
    const unsent = queue.waiting().find((one) => one.id === change.id && one.state === 'sending')
    const isMine = unsent?.isMine ?? reactions.some((one) => one.emoji === emoji && one.user_ids.includes(me.id))
    queue.put({ ...change, isMine: !isMine })
  }

  async function confirmDelete(message: ChatMessage) {
    const isOwn = message.author_id === me?.id
    const question = {
      title: isOwn ? texts.deleteOwnTitle : texts.deleteTitle(message.username),
      text: texts.deleteText,
      action: texts.delete,
      danger: true,
    }
    if (!(await confirm(question))) return
    changeQueue.put({ id: message.id, message: null })
    composer.current?.focus()
  }

  const menu: ReactNode = opened && me && (
    <MessageMenu
      open={isOpen}
      anchor={opened.anchor}
      onClose={() => setOpen(false)}
      isByKey={isByKey.current}
      finalFocus={() => (isWriting.current ? (composer.current?.field() ?? null) : opened.anchor)}
      onReact={react}
      onAnswer={() => write((message) => composer.current?.answer(toAnswered(message)))}
      onEdit={
        permissions['message.edit'](me, opened.message)
          ? () => write((message) => composer.current?.edit(message))
          : undefined
      }
      onDelete={
        permissions['message.delete'](me, opened.message) ? () => void confirmDelete(opened.message) : undefined
      }
    />
  )
  return { menu, handlers: { onClick, onKeyDown, ...swipe, onPointerDown } }
}
