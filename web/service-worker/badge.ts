/** Shows a count on the icon of the installed app, 0 none; without effect where icons have no badges. */
export function showBadge(count: number) {
  // only since 2024 in all browsers
  const setBadge = (navigator as Partial<Pick<typeof navigator, 'setAppBadge'>>).setAppBadge
  return setBadge?.call(navigator, count).catch(() => {})
}
