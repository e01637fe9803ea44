// Tables of push messages, for schema.ts.

/** Devices that get push messages: the browsers of sessions. */
export interface PushSubscriptions {
  id: string
  session_id: string
  /** Address at the browser's push service, which is a secret. */
  endpoint: string
  /** Origin of that address. */
  service: string
  /** Keys of the browser, base64url: a point of P-256, and 16 bytes. */
  p256dh: string
  auth: string
  /** 1 if messages say only that there is something. */
  hides_content: number
  created_at: number
  pushed_at: number | null
}

/** Messages to devices, the newest of each thread: those that wait, and those that a device may still show. */
export interface Pushes {
  /** Another one with each change of the message. */
  id: string
  subscription_id: string
  /** Thing that it is about; a device shows one message of it. */
  thread: string
  title: string
  body: string
  path: string
  /** The thing that `path` leads to, and the post that it belongs to. */
  about_id: string | null
  post_id: string | null
  urgency: 'high' | 'normal' | 'low'
  due_at: number
  expires_at: number
  attempts: number
  /** Set while it is being sent. */
  taken_at: number | null
  sent_at: number | null
  /** When an earlier message of the thread was sent, in whose place this one waits: the device may still show it. */
  shown_at: number | null
  /** Since then the device is to be told that the message is of no use any more. */
  withdrawn_at: number | null
}

/** Failures of push services in a row, and the end of the pause that they cause. */
export interface PushHolds {
  service: string
  failures: number
  until: number
}
