/** What somebody else's program said, kept for people to read: at most so long, and without what PostgreSQL can't keep. */
export const othersWords = (text: string, most: number): string =>
  text.replaceAll('\0', '').slice(0, most).toWellFormed()
