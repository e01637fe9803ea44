/** Agreement, thanks, laughter and the rest of what is mostly meant. */
export const usualEmoji = ['❤️', '👍', '😂', '😮', '😢', '🙏']
