import { Menu } from '@base-ui/react/menu'
import { type ComponentProps, useRef, useState } from 'react'
import EmojiPicker, { usualEmoji } from '../../reactions/emoji-picker.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import css from '../messages/message.module.css'
import { texts } from '../texts.ts'

export interface MessageMenuProps {
  open: boolean
  /** Where the menu is shown, and where the focus returns to. */
  anchor: HTMLElement | null
  onClose: () => void
  onReact: (emoji: string) => void
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
  /** Undefined until another emoji than the usual ones is asked for. */
  const [isPicking, setPicking] = useState<boolean>()
  return (
    <>
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
              <Item icon="react" onClick={() => setPicking(true)}>
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
      {isPicking !== undefined && (
        <Dialog
          title={texts.reactTitle}
          width="s"
          open={isPicking}
          onClose={() => setPicking(false)}
          finalFocus={() => anchor}
        >
          <EmojiPicker
            onChoose={(emoji) => {
              setPicking(false)
              actions.onReact(emoji)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

type ItemProps = ComponentProps<typeof Menu.Item> & { icon: IconName; danger?: boolean }

const Item = ({ icon, danger, children, ...props }: ItemProps) => (
  <Menu.Item {...props} className={css.item} data-danger={danger}>
    <Icon name={icon} size={18} />
    {children}
  </Menu.Item>
)
