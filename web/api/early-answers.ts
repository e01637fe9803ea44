interface EarlyAnswers {
  token: string
  answers: Record<string, Promise<Response> | undefined>
}

/** Later an answer is old. */
const maxAgeMs = 10_000

/** The answer to a request that web/public/start.js sent with this token before the app was loaded; each is given once. */
export function takeEarlyAnswer(address: string, token: string | null) {
  const { earlyAnswers } = globalThis as { earlyAnswers?: EarlyAnswers }
  const answer = earlyAnswers?.answers[address]
  if (!answer || earlyAnswers.token !== token || performance.now() > maxAgeMs) return undefined
  delete earlyAnswers.answers[address]
  return answer
}
