/** Settings of alerts about saved items. */

const savedAlertModes = ['ask', 'on', 'off'] as const

type SavedAlertMode = (typeof savedAlertModes)[number]

const unitMillis = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

const longestWindow = 7 * unitMillis.d

export const savedSettings = {
  savedAlerts: {
    word: 'saved-alerts',
    initial: 'ask',
    says: 'must be ask, on or off',
    read: (text: string): SavedAlertMode | undefined => savedAlertModes.find((mode) => mode === text),
  },
  /** A share from 0 to 0.9. */
  priceDropMin: {
    word: 'price-drop-min',
    initial: '5%',
    says: 'must be a percentage from 0 to 90, such as 5%',
    read: (text: string): number | undefined => {
      const [, number] = /^(\d{1,2}(?:\.\d{1,2})?) ?%?$/.exec(text) ?? []
      return number !== undefined && Number(number) <= 90 ? Number(number) / 100 : undefined
    },
  },
  /** Milliseconds; null: each change is a message of its own. */
  digestWindow: {
    word: 'digest-window',
    initial: '1h',
    says: 'must be a time such as 30m, 1h or 1d, 7 days at most, or off',
    read: (text: string): number | null | undefined => {
      if (text === 'off') return null
      const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
      const millis = Number(count) * unitMillis[unit as keyof typeof unitMillis]
      return millis > 0 && millis <= longestWindow ? millis : undefined
    },
  },
} as const
