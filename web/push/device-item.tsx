import { useId } from 'react'
import type { PushDevice } from '../../contract/notices/push.ts'
import { messageOf } from '../api/call.ts'
import { ActionItem } from '../ui/action-list.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Switch } from '../ui/controls/choice.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { When } from '../ui/format/when.tsx'
import { RemoveButton } from '../ui/lists/remove-button.tsx'
import { useChangeDevice, useRemoveDevice, useTestDevice } from './api.ts'
import { texts } from './texts.ts'

interface Props {
  device: PushDevice
  onRemoved: () => void
}

export function DeviceItem({ device, onRemoved }: Props) {
  const { id, created_at, pushed_at, hides_content, is_current } = device
  const nameId = useId()
  const change = useChangeDevice(id)
  const test = useTestDevice(id)
  const remove = useRemoveDevice()
  const name = device.device ?? texts.unknownDevice

  return (
    <ActionItem
      name={name}
      nameId={nameId}
      badge={is_current && <Badge tone="good">{texts.thisDevice}</Badge>}
      about={
        <>
          {texts.since}: <When at={created_at} /> · {texts.lastPush}:{' '}
          {pushed_at ? <When at={pushed_at} /> : texts.noPush}
          <Switch
            label={texts.hideContent}
            hint={texts.hideContentHint}
            checked={change.isPending ? change.variables : hides_content}
            busy={change.isPending}
            onCheckedChange={(hides) =>
              change.mutate(hides, { onError: (error) => toast.error(messageOf(error, texts.changeFailed)) })
            }
          />
        </>
      }
      actions={
        <>
          <Button
            size="s"
            aria-describedby={nameId}
            busy={test.isPending}
            onClick={() =>
              test.mutate(undefined, {
                onSuccess: () => toast.success(texts.tested),
                onError: (error) => toast.error(messageOf(error, texts.testFailed)),
              })
            }
          >
            {texts.test}
          </Button>
          <RemoveButton
            describedBy={nameId}
            remove={() => remove.mutateAsync(device)}
            removed={() => texts.removed(name)}
            failed={texts.removeFailed}
            onRemoved={onRemoved}
          >
            {texts.remove}
          </RemoveButton>
        </>
      }
    />
  )
}
