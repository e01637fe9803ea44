/** Baseline: Socket.IO without authentication, validation or storage, which broadcasts every message. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import type { ChatMessage } from '../../contract/chat.ts'

const http = createServer()
const io = new Server(http, { serveClient: false, maxHttpBufferSize: 64 * 1024 })
let seq = 0
io.on('connection', (socket) => {
  socket.on('send_message', (sent: { message: string; client_id: string }, done: (answer: ChatMessage) => void) => {
    seq += 1
    const message: ChatMessage = {
      id: '01a1b2c3d4e57f00a1b2c3d4e5f60718',
      seq,
      author_id: '01a1b2c3d4e57f00a1b2c3d4e5f60719',
      username: 'Persona 100',
      message: sent.message,
      message_type: 'text',
      created_at: new Date().toISOString(),
      client_id: sent.client_id,
      reply_to: null,
      quote: null,
      edited_at: null,
      deleted_at: null,
      change: 0,
      reactions: [],
    }
    io.emit('receive_message', message)
    done(message)
  })
})
http.listen(0, '127.0.0.1', () => console.log(`open at http://localhost:${(http.address() as AddressInfo).port}`))
