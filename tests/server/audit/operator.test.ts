// Audit events of the operator's commands: without an actor and without passwords.
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/db.ts'
import { locationOfThisTest, run, serversOfThisFile } from '../../support/server/processes/server-process.ts'

const { start, stop } = serversOfThisFile()

test('create-admin, reset-password and reset-link are recorded, refused commands are not', async () => {
  const place = await locationOfThisTest()
  await stop(await start(place, { ADMIN_NAME: 'Hipatia', ADMIN_PASSWORD: 'la de siempre' }))
  const said = []
  for (const words of [
    ['create-admin', 'Teón', 'teon@alejandria.example'],
    ['create-admin', 'teon', 'otro@alejandria.example'],
    ['reset-password', 'hipatia'],
    ['reset-password', 'Nadie'],
    ['reset-link', 'hipatia'],
    ['reset-link', 'Nadie'],
  ])
    said.push(await run('admin', words, place).ended)
  expect(said.map(({ code }) => code)).toEqual([0, 1, 0, 1, 0, 1])

  const { db, close } = await openDatabase(place, { alone: false })
  const events = await db.selectFrom('audit_events').selectAll().orderBy('id').execute()
  const mails = await db.selectFrom('deliveries').innerJoin('mails', 'mails.id', 'mail_id').select('subject').execute()
  await close()
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Tu contraseña de Alejandría ha cambiado',
    'Un enlace para elegir otra contraseña en Alejandría',
  ])
  const byOperator = { actor_id: null, actor_name: null, address: null }
  expect(events).toMatchObject([
    { action: 'user_created', target: 'Hipatia', detail: null, ...byOperator },
    { action: 'user_created', target: 'Teón', detail: null, ...byOperator },
    { action: 'user_updated', target: 'Hipatia', detail: 'contraseña', ...byOperator },
    { action: 'password_link_created', target: 'Hipatia', detail: null, ...byOperator },
  ])
  expect(events).toHaveLength(4)
  expect(said[4]?.stdout).toMatch(/^http:\/\/\S+\/password\/[\w-]{43}$/m)
  const passwords = said.flatMap(({ stdout }) => /assword[^:]*: (\S{16,})$/m.exec(stdout)?.[1] ?? [])
  expect(passwords).toHaveLength(2)
  for (const password of passwords) expect(JSON.stringify(events)).not.toContain(password)
})
