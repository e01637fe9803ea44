import type { Writer } from '../writer.ts'
import { changeCategory, changePassword, changePreferences, changeUser, endSession, openSession } from './accounts.ts'
import { say, sendBroadcast } from './chat.ts'
import { addLink, deleteFile, uploadForm, uploadInPieces } from './files.ts'
import {
  createComment,
  createNews,
  createPost,
  deleteComment,
  deletePost,
  editComment,
  editNews,
  editPost,
  publishPost,
} from './texts.ts'

type Operation = (w: Writer) => Promise<void>

/** Operations with their weights: passwords are hashed slowly, and are changed rarely. */
const ofEverybody: [number, Operation][] = [
  [4, createPost],
  [4, editPost],
  [4, publishPost],
  [2, deletePost],
  [4, createComment],
  [2, editComment],
  [2, deleteComment],
  [3, createNews],
  [2, editNews],
  [4, say('rest')],
  [4, say('socket')],
  [4, say('both')],
  [3, uploadForm],
  [3, uploadInPieces],
  [1, addLink],
  [2, deleteFile],
  [3, changePreferences],
  [1, openSession],
  [1, endSession],
  [1, changePassword],
]
const ofAdmins: [number, Operation][] = [
  [10, changeCategory],
  [8, changeUser],
  [3, sendBroadcast],
]

const repeated = (weighted: [number, Operation][]) =>
  weighted.flatMap(([weight, operation]) => Array<Operation>(weight).fill(operation))
const operations = { member: repeated(ofEverybody), admin: repeated([...ofEverybody, ...ofAdmins]) }

export const chooseOperation = (w: Writer): Operation => w.random.one(operations[w.isAdmin ? 'admin' : 'member'])
