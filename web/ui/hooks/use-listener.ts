import { useEffect, useEffectEvent } from 'react'

/** Listens to events of the window while the component is mounted and `isOn`. */
export function useListener<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  { isOn = true, capture = false } = {},
) {
  const onEvent = useEffectEvent(listener)
  useEffect(() => {
    if (!isOn) return
    const listen = (event: WindowEventMap[Type]) => onEvent(event)
    addEventListener(type, listen, { capture })
    return () => removeEventListener(type, listen, { capture })
  }, [type, isOn, capture])
}
