// The person's activity on this page, told to the server with the next request: an open page that nobody touches doesn't
// extend the session.

const events = ['pointerdown', 'keydown', 'wheel', 'click']

/** Somebody has opened the page. */
let isActive = true

const note = ({ isTrusted }: Event) => {
  isActive ||= isTrusted
}

/** Called once, at page start. */
export function followActivity() {
  for (const event of events) addEventListener(event, note, { capture: true, passive: true })
}

/** True if the person has done something since the last call. */
export function takeActivity() {
  const wasActive = isActive
  isActive = false
  return wasActive
}
