export type LiveState = 'off' | 'connecting' | 'connected' | 'disconnected'

export interface LiveMessage {
  message: string
  client_id: string
  reply_to?: string | undefined
}
