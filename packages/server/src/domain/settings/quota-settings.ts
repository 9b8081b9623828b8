/** Quotas of stored data: for each shopper, and for the whole store. */

const amount = (initial: number, max: number) => ({
  initial: String(initial),
  says: `must be a whole number from 1 to ${max}`,
  read: (text: string): number | undefined =>
    /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined,
})

const byteUnits = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 } as const

/** Bytes. */
const size = (initial: string) => ({
  initial,
  says: 'must be a size such as 500KB, 100MB or 2GB',
  read: (text: string): number | undefined => {
    const [, count, unit] = /^(\d{1,4})(KB|MB|GB)$/i.exec(text) ?? []
    const bytes = Number(count) * byteUnits[unit?.toUpperCase() as keyof typeof byteUnits]
    return bytes > 0 ? bytes : undefined
  },
})

export const quotaSettings = {
  maxLists: { word: 'max-lists', ...amount(250, 10_000) },
  maxItems: { word: 'max-items', ...amount(100_000, 100_000_000) },
  maxBytes: { word: 'max-bytes', ...size('100MB') },
  maxStoreItems: { word: 'max-store-items', ...amount(100_000_000, 999_999_999) },
} as const
