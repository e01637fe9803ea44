/**
 * Waits in a page until the colour transitions of a new theme have ended; nested elements begin theirs later. It stands
 * alone, since Playwright sends it into the page.
 */
export async function drawn() {
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const ending = () => document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await painted()
  for (let left = ending(); left.length > 0; left = ending()) {
    await Promise.allSettled(left.map(({ finished }) => finished))
    await painted()
  }
}
