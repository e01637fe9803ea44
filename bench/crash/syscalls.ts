export const sweep = async (_newPlace: () => Promise<unknown>) => true
