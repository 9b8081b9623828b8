/** Settings of messages to shoppers: language, sender name, colours and the shop's URL. */
import { languages } from '@heartbell/contract/dashboard/messages'
import { isEmail } from '@heartbell/contract/fields'
import { listPageMarks } from '@heartbell/contract/names'

/** A setting that may be empty, which means not set. */
const none = <T>(says: string, read: (text: string) => T | undefined) => ({
  initial: '',
  says: `${says}, or nothing`,
  read: (text: string): T | null | undefined => (text === '' ? null : read(text)),
})

const webAddress = (says: string) =>
  none(says, (text) =>
    /^https?:\/\/[^\s"'<>\\]+$/i.test(text) && text.length <= 2048 && URL.canParse(text) ? text : undefined,
  )

const color = {
  initial: '#177a4e',
  says: 'must be a colour such as #177a4e',
  read: (text: string) => (/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined),
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The list's id replaces the mark. Lists have personal wishes, so their address is encrypted; only a page on this machine may use http. */
const listPage = none(
  `must be an https address with ${listPageMarks.listId} in place of the list’s id, such as https://shop.example/pages/wishlist?list=${listPageMarks.listId}`,
  (text) => {
    const address = text.replaceAll(listPageMarks.listId, 'id')
    // an id in the host would send every list to another place
    const isWhole = /^https?:\/\/[^/?#{@]+[/?#][^\s"'<>\\]*$/i.test(text) && !/[{}]/.test(address)
    if (!isWhole || address === text || text.length > 2048 || !URL.canParse(address)) return undefined
    const { protocol, hostname } = new URL(address)
    return protocol === 'https:' || localHosts.has(hostname) ? text : undefined
  },
)

export const letterSettings = {
  locale: {
    word: 'locale',
    initial: 'en',
    says: `must be one of ${languages.join(', ')}`,
    read: (text: string) => languages.find((language) => language === text),
  },
  germanAddress: {
    word: 'german-address',
    initial: 'sie',
    says: 'must be sie or du',
    read: (text: string) => (['sie', 'du'] as const).find((address) => address === text),
  },
  senderName: {
    word: 'sender-name',
    ...none('must be a name of at most 100 characters on one line', (text) =>
      text.length <= 100 && !/[\u0000-\u001f\u007f<>"]/.test(text) ? text : undefined,
    ),
  },
  replyTo: {
    word: 'reply-to',
    ...none('must be an e-mail address', (text) => (isEmail(text) ? text : undefined)),
  },
  shopUrl: { word: 'shop-url', ...webAddress('must be the URL of the shop, such as https://shop.example') },
  shareUrl: { word: 'share-url', ...listPage },
  brandColor: { word: 'brand-color', ...color },
  logoUrl: { word: 'logo-url', ...webAddress('must be the URL of an image') },
} as const
