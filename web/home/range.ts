export const range = (count: number) => Array.from({ length: count }, (_, index) => index)
