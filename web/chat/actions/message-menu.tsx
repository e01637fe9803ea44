import { Menu } from '@base-ui/react/menu'
import { type Ref, useRef } from 'react'
import { usualEmoji } from '../../reactions/usual-emoji.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import css from '../messages/message.module.css'
import { texts } from '../texts.ts'

export interface MessageMenuProps {
  open: boolean
  /** Where the menu is shown, and where the focus returns to. */
  anchor: HTMLElement | null
  onClose: () => void
  /** With another emoji than the usual ones if it is undefined. */
  onReact: (emoji: string | undefined) => void
  onAnswer: () => void
  /** Undefined if the person may not edit it. */
  onEdit: (() => void) | undefined
  /** Undefined if the person may not delete it. */
  onDelete: (() => void) | undefined
  /** Element that has the focus after the menu. */
  finalFocus: () => HTMLElement | null
  /** Opened by a key: the first action has the focus. */
  isByKey: boolean
}

export default function MessageMenu({ open, anchor, onClose, finalFocus, isByKey, ...actions }: MessageMenuProps) {
  const first = useRef<HTMLDivElement>(null)
  return (
    <Menu.Root
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onOpenChangeComplete={(isOpen) => isOpen && isByKey && first.current?.focus()}
      modal={false}
    >
      {/* a menu outside of the landmarks would be skipped by those who move by them */}
      <Menu.Portal container={anchor?.closest('main')}>
        <Menu.Positioner className={css.positioner} anchor={anchor} side="bottom" align="end" collisionPadding={8}>
          <Menu.Popup className={css.menu} aria-label={texts.actions} finalFocus={finalFocus}>
            <div className={css.emoji}>
              {usualEmoji.map((emoji) => (
                <Menu.Item key={emoji} aria-label={texts.reactWith(emoji)} onClick={() => actions.onReact(emoji)}>
                  {emoji}
                </Menu.Item>
              ))}
            </div>
            <Item icon="react" onClick={() => actions.onReact(undefined)}>
              {texts.otherEmoji}
            </Item>
            <Item ref={first} icon="reply" onClick={actions.onAnswer}>
              {texts.answer}
            </Item>
            {actions.onEdit && (
              <Item icon="edit" onClick={actions.onEdit}>
                {texts.edit}
              </Item>
            )}
            {actions.onDelete && (
              <Item icon="trash" danger onClick={actions.onDelete}>
                {texts.delete}
              </Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface ItemProps {
  ref?: Ref<HTMLDivElement>
  icon: IconName
  danger?: boolean
  onClick: () => void
  children: string
}

const Item = ({ ref, icon, danger, onClick, children }: ItemProps) => (
  <Menu.Item ref={ref} className={css.item} data-danger={danger} onClick={onClick}>
    <Icon name={icon} size={18} />
    {children}
  </Menu.Item>
)
