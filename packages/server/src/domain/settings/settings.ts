/** The settings of a store: each with its values, its default and its error message. */
import { Refusal } from '@heartbell/contract/errors'
import { isSupportedCountry } from 'libphonenumber-js/min'
import type { Sql } from '../../database/connect.ts'
import { letterSettings } from './letter-settings.ts'
import { messageSettings } from './message-settings.ts'
import { quotaSettings } from './quota-settings.ts'
import { savedSettings } from './saved-settings.ts'

type SettingDefinition<T> = { readonly initial: string; readonly says: string; read(text: string): T | undefined }

const choice = <const T extends string>(...values: [T, ...T[]]): SettingDefinition<T> => ({
  initial: values[0],
  says: `must be ${values.join(' or ')}`,
  read: (text) => values.find((value) => value === text),
})

const onOff: SettingDefinition<boolean> = {
  initial: 'off',
  says: 'must be on or off',
  read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
}

const whole = (initial: number, min: number, max: number): SettingDefinition<number> => ({
  initial: String(initial),
  says: `must be a whole number from ${min} to ${max}`,
  read: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
})

/** Requests per second, with twice that as burst; Infinity when off. */
const rate = (initial: number): SettingDefinition<number> => ({
  initial: String(initial),
  says: 'must be requests per second (a number above 0) or off',
  read: (text) => {
    if (text === 'off') return Number.POSITIVE_INFINITY
    const value = /^\d{1,7}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
    return value > 0 ? value : undefined
  },
})

const wordList = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/

const listTypes: SettingDefinition<string[]> = {
  initial: 'wl,sfl',
  says: 'must be list types of letters, digits, dashes and underscores, separated by commas',
  read: (text) => {
    const words = text.split(',').map((word) => word.trim())
    return words.every((word) => wordList.test(word)) ? [...new Set(['wl', 'sfl', ...words])] : undefined
  },
}

/** Null: any origin. */
const origins: SettingDefinition<string[] | null> = {
  initial: '*',
  says: 'must be * or origins such as https://shop.example, separated by commas',
  read: (text) => {
    if (text === '*') return null
    const words = text.split(',').map((word) => word.trim())
    return words.every((word) => /^https?:\/\/[^/\s?#]+$/.test(word) && URL.canParse(word)) ? words : undefined
  },
}

const country: SettingDefinition<string> = {
  initial: 'US',
  says: 'must be a two-letter country code, such as US or DE',
  read: (text) => (isSupportedCountry(text.toUpperCase()) ? text.toUpperCase() : undefined),
}

const timeZone: SettingDefinition<string> = {
  initial: 'UTC',
  says: 'must be a time zone such as Europe/Berlin',
  read: (text) => {
    // without Intl, whose tables of languages and zones use 8 MB
    if (text === 'UTC') return text
    try {
      const found = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
      // PostgreSQL knows few short names and no common offsets; it needs Asia/Tokyo instead of Japan.
      return [text, found].find((name) => name === 'GMT' || /^[a-z]+\/./i.test(name))
    } catch {
      return undefined
    }
  },
}

export type QuietHours = { from: number; to: number }

const quietHours: SettingDefinition<QuietHours | null> = {
  initial: 'off',
  says: 'must be off or two hours of the day, such as 21-8',
  read: (text) => {
    if (text === 'off') return null
    const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
    const hours = { from: Number(from), to: Number(to) }
    return hours.from <= 23 && hours.to <= 23 && hours.from !== hours.to ? hours : undefined
  },
}

const ratio: SettingDefinition<number> = {
  initial: '1',
  says: 'must be a number from 0.1 to 100',
  read: (text) =>
    /^\d{1,3}(\.\d{1,3})?$/.test(text) && Number(text) >= 0.1 && Number(text) <= 100 ? Number(text) : undefined,
}

/** A fraction of 1; null when off. */
const share: SettingDefinition<number | null> = {
  initial: 'off',
  says: 'must be off or a share from 1% to 50%',
  read: (text) => {
    if (text === 'off') return null
    const [, percent] = /^(\d{1,2}(?:\.\d)?)\s?%$/.exec(text) ?? []
    return Number(percent) >= 1 && Number(percent) <= 50 ? Number(percent) / 100 : undefined
  },
}

const unitMillis = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds. */
const duration = (initial: string, mostDays = 30): SettingDefinition<number> => ({
  initial,
  says: `must be a time such as 30m, 2h or 1d, ${mostDays} days at most`,
  read: (text) => {
    const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
    const millis = Number(count) * unitMillis[unit as keyof typeof unitMillis]
    return millis > 0 && millis <= mostDays * unitMillis.d ? millis : undefined
  },
})

/** Null when off. */
const durationOrOff = (initial: string, mostDays?: number): SettingDefinition<number | null> => {
  const { says, read } = duration(initial, mostDays)
  return { initial, says: `${says}, or off`, read: (text) => (text === 'off' ? null : read(text)) }
}

/** A minimum, so that data is not deleted while senders may still repeat it or people may still need it. */
const atLeast = (
  { initial, says, read }: SettingDefinition<number | null>,
  leastDays: number,
): SettingDefinition<number | null> => ({
  initial,
  says: `${says}, and ${leastDays === 1 ? 'a day' : `${leastDays} days`} at least`,
  read: (text) => {
    const millis = read(text)
    return typeof millis === 'number' && millis < leastDays * unitMillis.d ? undefined : millis
  },
})

export type FrequencyCap = { most: number; within: number }

const frequencyCap: SettingDefinition<FrequencyCap | null> = {
  initial: 'off',
  says: 'must be off, or a number of messages and a time, such as 3/1d',
  read: (text) => {
    if (text === 'off') return null
    const [, most, time] = /^(\d{1,4})\/(\w+)$/.exec(text) ?? []
    const within = duration('1d').read(time ?? '')
    return Number(most) > 0 && within !== undefined ? { most: Number(most), within } : undefined
  },
}

const media = ['email', 'sms', 'whatsapp', 'push'] as const

const mediaList: SettingDefinition<string[]> = {
  initial: 'sms,push',
  says: `must be one or more of ${media.join(', ')}, separated by commas`,
  read: (text) => {
    const words = text.split(',').map((word) => word.trim())
    return words.every((word) => (media as readonly string[]).includes(word)) ? [...new Set(words)] : undefined
  },
}

const settings = {
  customItems: { word: 'custom-items', ...onOff },
  inventory: { word: 'inventory', ...choice('managed', 'unmanaged') },
  listTypes: { word: 'list-types', ...listTypes },
  catalog: { word: 'catalog', ...choice('open', 'strict') },
  sessions: { word: 'sessions', ...choice('strict', 'lenient') },
  identityLifetime: { word: 'identity-lifetime', ...duration('1h', 1) },
  identitySingleUse: { word: 'identity-single-use', ...onOff },
  origins: { word: 'origins', ...origins },
  previewItems: { word: 'preview-items', ...whole(500, 1, 1000) },
  country: { word: 'country', ...country },
  timeZone: { word: 'timezone', ...timeZone },
  quietHours: { word: 'quiet-hours', ...quietHours },
  quietChannels: { word: 'quiet-channels', ...mediaList },
  frequencyCap: { word: 'frequency-cap', ...frequencyCap },
  doubleOptIn: { word: 'double-opt-in', ...onOff },
  minStock: { word: 'min-stock', ...whole(1, 1, 1_000_000) },
  pacing: { word: 'pacing', ...choice('offers', 'everyone') },
  offerRatio: { word: 'offer-ratio', ...ratio },
  offerWindow: { word: 'offer-window', ...duration('2h') },
  settleTime: { word: 'settle-time', ...durationOrOff('off', 1) },
  followUp: { word: 'follow-up', ...durationOrOff('off') },
  holdout: { word: 'holdout', ...share },
  // Nobody is notified of news that is older than a week.
  holdoutWindow: { word: 'holdout-window', ...duration('24h', 3) },
  lowStock: { word: 'low-stock', ...whole(3, 1, 1_000_000) },
  alertExpiry: { word: 'alert-expiry', ...durationOrOff('365d', 3650) },
  keepMessages: { word: 'keep-messages', ...durationOrOff('365d', 3650) },
  keepDeliveries: { word: 'keep-deliveries', ...durationOrOff('730d', 3650) },
  keepWebhooks: { word: 'keep-webhooks', ...atLeast(durationOrOff('30d', 3650), 1) },
  keepInbound: { word: 'keep-inbound', ...atLeast(durationOrOff('14d', 3650), 3) },
  keepExports: { word: 'keep-exports', ...durationOrOff('90d', 3650) },
  keepDeletedLists: { word: 'keep-deleted-lists', ...atLeast(duration('30d', 365), 1) },
  keepAudit: { word: 'keep-audit', ...atLeast(durationOrOff('730d', 3650), 30) },
  ...letterSettings,
  ...messageSettings,
  ...quotaSettings,
  ...savedSettings,
  eventFeed: { word: 'event-feed', ...choice('alerts', 'all', 'off') },
  rateKey: { word: 'rate-key', ...rate(500) },
  rateShopper: { word: 'rate-shopper', ...rate(50) },
  rateAddress: { word: 'rate-address', ...rate(200) },
} as const

type SettingKey = keyof typeof settings
export type StoreSettings = { [K in SettingKey]: Exclude<ReturnType<(typeof settings)[K]['read']>, undefined> }

/** As stored in the store's row: only the settings that were set, as texts. */
export type SettingTexts = Record<string, string>

const byWord = new Map(Object.values(settings).map((setting) => [setting.word as string, setting]))

export function readSettings(texts: SettingTexts): StoreSettings {
  const read = Object.entries(settings).map(([key, { word, initial, read }]) => {
    const value = read(texts[word] ?? initial)
    // `off` is null and a valid value; an unreadable value was set by another release.
    return [key, value === undefined ? read(initial) : value]
  })
  return Object.fromEntries(read) as StoreSettings
}

/** Only the settings that are set, for the options of a topic. */
export function readPartialSettings(texts: SettingTexts): Partial<StoreSettings> {
  const set = Object.entries(settings).flatMap(([key, { word, read }]) => {
    const value = texts[word] === undefined ? undefined : read(texts[word])
    return value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(set) as Partial<StoreSettings>
}

/** Every setting as text, set or default. */
export function printSettings(texts: SettingTexts): SettingTexts {
  return Object.fromEntries([...byWord.values()].map(({ word, initial }) => [word, texts[word] ?? initial]))
}

/** Why a value is refused, to follow the setting's name in a sentence; null for a valid value. */
export function findSettingFault(word: string, text: string): string | null {
  const setting = byWord.get(word)
  return setting && setting.read(text) === undefined ? setting.says : null
}

/** Reads `key=value` pairs; refuses all if one is bad. */
export function parseSettings(pairs: string[]): SettingTexts {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [word, value] = splitPair(pair)
      const setting = byWord.get(word)
      if (!setting)
        throw new Refusal(
          'bad-request',
          'unknown-setting',
          `${word} is not a setting; there are: ${[...byWord.keys()].join(', ')}.`,
        )
      if (setting.read(value) === undefined)
        throw new Refusal('bad-request', `invalid-${word}`, `${word} ${setting.says}.`)
      return [word, value]
    }),
  )
}

function splitPair(pair: string): [string, string] {
  const cut = pair.indexOf('=')
  if (cut < 1) throw new Refusal('bad-request', 'invalid-setting', `"${pair}" is not a setting: write key=value.`)
  return [pair.slice(0, cut).trim(), pair.slice(cut + 1).trim()]
}

/** Returns all settings as texts; null when there is no such store. */
export async function changeSettings(sql: Sql, storeId: number, changes: SettingTexts): Promise<SettingTexts | null> {
  const [row] = await sql<{ settings: SettingTexts }[]>`
    update stores
    set settings = settings || ${sql.json(changes)},
        updated_at = now()
    where store_id = ${storeId}
    returning settings`
  if (!row) return null
  await notifyStoreChanged(sql, storeId)
  return printSettings(row.settings)
}

export const storeChannel = 'heartbell_store'

/** Makes every process read the store again. */
export const notifyStoreChanged = (sql: Sql, storeId: number) =>
  sql`select pg_notify(${storeChannel}, ${String(storeId)})`
