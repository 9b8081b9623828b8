/** The draft of a template and its versions. */
export type Part = 'subject' | 'html' | 'text'
export type Source = Record<Part, string | null>
export type Version = Source & { version: number; author: string; createdAt: string }
export type Key = { topic: string; medium: string; locale: string }
export type Draft = Key & Source & { variantId: string | null }

export const isOwn = (source: Source) => Object.values(source).some((text) => text !== null)
