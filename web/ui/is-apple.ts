/** On Apple systems Ctrl with a letter moves the caret or cuts, so only Cmd counts there. */
export const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)
