import { password } from './processes.ts'

/** Lets people in and signs them in, once each: the hash of a password takes longer than thirty sockets. */
export async function signInPeople(port: number, count: number): Promise<string[]> {
  async function post<T>(path: string, body: object, token?: string) {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const signIn = async (name: string) =>
    (await post<{ access_token: string }>('/auth/login', { name, password })).access_token
  const admin = await signIn('admin')
  const tokens: string[] = []
  for (let at = 0; at < count; at += 4)
    tokens.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(4, count - at) }, async (_, i) => {
          const name = `Persona ${at + i}`
          await post('/auth/users', { name, email: `persona${at + i}@alejandria.example`, password }, admin)
          return signIn(name)
        }),
      )),
    )
  return tokens
}
