/** Invalid packets and frames for sockets. */

import { createRandom } from '../../../../tools/random.ts'
import { frame, opcodes } from '../../../../tools/websocket-connection.ts'

/** Engine.IO packets that no browser sends; most of them close the connection. */
export const invalidPackets = [
  ...['', '7', '9', 'x', '4', '45', '46', '48', '4z', '40', '41', '43', '44', '42', '1', '3probe', '2probe', '5', '6'],
  ...['42[', '42{}', '42[]', '42[1]', '42[null]', '42[{}]'],
  ...['42["send_message"', '42["typing"]]', '42"typing"', '42[["typing"]]'],
  ...['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'].map(
    (name) => `42["${name}"]`,
  ),
  ...['error', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', ''].map(
    (name) => `42["${name}",{}]`,
  ),
  '42["send_message",{"__proto__":{"polluted":1},"message":"x","constructor":{"prototype":{"polluted":1}}}]',
  '42["send_message",{"message":{"toString":1}},{"length":1e9}]',
  '42["send_message"]',
  '42["send_message",null]',
  '421["send_message"]',
  '429007199254740992["send_message",{}]',
  '4299999999999999999999999["send_message",{}]',
  '42-1["send_message",{}]',
  '431[]',
  '439007199254740992["x"]',
  '42["watch",{"post":{"$ne":null}}]',
  '42["watch",["__proto__"]]',
  '42["user_online",{"__proto__":{"polluted":1},"id":"x","role":"admin"}]',
  '42["user_offline",[[[[]]]]]',
  '42/admin,["send_message",{}]',
  '40/admin,{}',
  '40/__proto__,{"token":1}',
  `40/${'a'.repeat(5000)},`,
  '451000000-["send_message",{"_placeholder":true,"num":0}]',
  '4510000-["send_message",{"_placeholder":true,"num":0}]',
  '451-["send_message",{"_placeholder":true,"num":-1}]',
  '451-["send_message",{"_placeholder":true,"num":1e9}]',
  '452-["send_message",{"_placeholder":true,"num":0}]',
  '450-["send_message",{"_placeholder":true,"num":0}]',
  '45-1-["send_message"]',
  '45x-["send_message"]',
  '461-1[{"_placeholder":true,"num":0}]',
  `451-["send_message",${'{"_placeholder":true,"num":0},'.repeat(900)}0]`,
  `42["send_message",${'['.repeat(20_000)}`,
  `42["send_message",${'['.repeat(5000)}${']'.repeat(5000)}]`,
  `42["${'a'.repeat(20_000)}"]`,
  '42["typing",\u0000]',
  '42["send_message",{"message":"\\ud800","client_id":"__proto__"}]',
  'bAAAA',
  'b',
  '4\u001e4\u001e42["typing"]',
]

/** Frames that break the rules of WebSockets themselves. */
const brokenFrames = [
  frame(Buffer.from([0x34, 0x32, 0xff, 0xfe, 0xc0, 0x80])), // not UTF-8
  frame(Buffer.from([0x34, 0x32, 0xed, 0xa0, 0x80])),
  frame('42["typing"]', 3),
  frame('42["typing"]', 11),
  frame('x', opcodes.continuation),
  frame('42["ty', opcodes.text, false), // followed by another text
  frame('a'.repeat(126), opcodes.ping),
  frame('', opcodes.ping, false),
  frame(Buffer.from([0x00]), opcodes.close),
  frame(Buffer.from([0xff, 0xff]), opcodes.close),
  frame(Buffer.alloc(70_000, 'a')),
  Buffer.from([0xf1, 0x80, 0, 0, 0, 0]), // reserved bits
  Buffer.from([0x81, 0x01, 0x34]), // not masked
  Buffer.from([0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]), // without an end
  frame(Buffer.from([1, 2, 3]), opcodes.binary),
]

/** Random invalid frames; the last one closes the connection in any case. */
export function* randomInvalidFrames(seed: number, packets: number) {
  const random = createRandom(seed)
  for (let i = 1; i < packets; i++) {
    const packet = invalidPackets[random.upTo(invalidPackets.length + 2)]
    yield packet === undefined ? random.one(brokenFrames) : frame(packet)
  }
  yield frame('9')
}
