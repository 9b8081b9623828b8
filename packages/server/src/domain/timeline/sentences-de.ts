/** The steps of a timeline in German. */
import { counted, number, type SentenceTable, type StepFacts, text } from './sentence-parts.ts'

const units = (count: unknown) => `${number(count)} Stück`

const causes: Record<string, string> = {
  restock: 'der Lieferung',
  'price-drop': 'der Preissenkung',
  'low-stock': 'dem knappen Bestand',
  'tag-gone': 'dem Verkaufsstart',
  'by-hand': 'der Auslösung von Hand',
}
/** In the dative: nach …, von …, bei …. */
const event = ({ stock, cause }: Record<string, unknown>) =>
  typeof stock === 'number' && (cause === undefined || cause === 'restock')
    ? `der Lieferung von ${stock}`
    : (causes[text(cause)] ?? text(cause).replaceAll('-', ' '))

/** Who of the store did it, and why. */
const byWhom = ({ by, note }: StepFacts) => `${by ? ` (${text(by)})` : ''}${note ? `: ${text(note)}` : ''}`

export const steps: Record<string, string> = {
  unconfirmed: 'unbestätigt',
  waiting: 'wartet',
  told: 'benachrichtigt',
  planned: 'eingeplant',
  sent: 'gesendet',
  delivered: 'zugestellt',
  clicked: 'geklickt',
  bought: 'gekauft',
  left: 'abgemeldet',
  expired: 'abgelaufen',
  suppressed: 'gesperrt',
  forwarded: 'weitergegeben',
  tried: 'versucht',
  unsent: 'nicht benachrichtigt',
  'no-follow-up': 'keine weitere Nachricht',
}

const percent = (share: unknown) =>
  typeof share === 'number' ? `den zufälligen ${String(Number((share * 100).toFixed(1))).replace('.', ',')} %` : 'denen'

const sources: Record<string, string> = { page: 'Seite', link: 'Link', import: 'Import', api: 'API' }
const source = (value: unknown) => sources[text(value)] ?? text(value)

export const sentences: SentenceTable = {
  subscribed: ({ source: by }) => `angemeldet (${source(by)})`,
  'subscribed-again': ({ source: by }) => `nach dem Ende wieder angemeldet (${source(by)})`,
  imported: ({ since }) =>
    since
      ? `aus einem anderen Dienst übernommen, wartet seit ${text(since).slice(0, 10)}`
      : 'aus einem anderen Dienst übernommen',
  'details-changed': () => 'Angaben geändert',
  confirmed: () => 'bestätigt; behält den Platz in der Reihe',
  'saved-item': () => 'hat dieses Thema abonniert und das Produkt gemerkt',
  'goes-on-for-another': () => 'von einer Person entfernt, läuft für eine andere weiter',
  'in-line': ({ position, lastRestock }) =>
    `Platz ${number(position)}${typeof lastRestock === 'number' ? `, letzte Lieferung ${lastRestock}` : ''}`,
  'not-reached': (facts, moment) =>
    `bei ${event(facts)} nicht an der Reihe: ${number(facts.planned)} benachrichtigt${facts.reached ? `, davon wartet zuletzt jemand seit ${moment(facts.reached)}` : ''}`,
  'round-ended': (facts) =>
    `nach ${event(facts)} wurden insgesamt ${number(facts.planned)} benachrichtigt: nicht an der Reihe`,
  'channel-off': (facts) => `von ${event(facts)} nicht benachrichtigt: das Thema nutzt ${text(facts.medium)} nicht`,
  'price-not-low-enough': ({ price, wanted }) =>
    `der Preis von ${text(price)} ist nicht niedrig genug (${text(wanted)})`,
  'asked-after': (facts) => `nach ${event(facts)} angemeldet: wartet auf die nächste`,
  'held-out': ({ until, share }, moment) =>
    `gehört zu ${percent(share)}, deren Nachricht später kommt, um die Wirkung zu messen: am ${moment(until)}; behält den Platz in der Reihe`,
  'topic-disabled': () => 'das Thema ist ausgeschaltet',
  'product-gone': () => 'das Produkt wird nicht mehr verkauft',
  'wants-more-than-free': ({ quantity, free }) => `möchte ${units(quantity)}, frei sind ${number(free)}: übersprungen`,
  'offer-opened': ({ number: which, outOf, lapsesAt }, moment) =>
    `Angebot ${number(which)} von ${number(outOf)}, die Nächsten ab ${moment(lapsesAt)}`,
  'offer-opened-again': ({ quantity, lapsesAt }, moment) =>
    `wieder verfügbar: Angebot über ${units(quantity)} erneut geöffnet, die Nächsten ab ${moment(lapsesAt)}`,
  'offer-lapsed': () => 'das Angebot endete ohne Kauf; behält den Platz in der Reihe',
  'sold-out-again': () => 'wieder ausverkauft: das Angebot wurde zurückgenommen; behält den Platz in der Reihe',
  superseded: () => 'vor dem Versand kam eine weitere Lieferung',
  'sold-out': () => 'vor dem Versand wieder ausverkauft',
  restock: ({ stock }) => `Lieferung von ${number(stock)}`,
  'price-drop': ({ priceBefore, price }) => `der Preis fiel von ${text(priceBefore)} auf ${text(price)}`,
  'low-stock': ({ stock }) => `nur noch ${units(stock)}`,
  'tag-gone': ({ tag }) => `nicht mehr mit „${text(tag)}“ markiert`,
  'saved-items': ({ products, backinstock, pricedrop, lowstock }) =>
    `${number(products)} ${number(products) === 1 ? 'gemerktes Produkt' : 'gemerkte Produkte'} mit Änderungen: ${counted(
      [
        [backinstock, 'wieder da'],
        [pricedrop, 'günstiger'],
        [lowstock, 'fast ausverkauft'],
      ],
    )}`,
  'saved-alerts-on': () => 'der Shop benachrichtigt über Gemerktes, ohne zu fragen',
  'saved-alerts-go-on': () => 'Benachrichtigungen über Gemerktes sind an',
  'saved-alerts-off': () => 'der Shop benachrichtigt nicht über Gemerktes',
  'not-saved': () => 'nicht mehr gemerkt oder nicht mehr gewünscht',
  'nothing-new': () => 'nichts davon ist noch neu',
  'enough-again': () => 'es gibt wieder genug',
  'by-hand': () => 'von Hand gestartet',
  'follow-up': ({ sentAt }, moment) =>
    `noch eine Nachricht: am ${moment(sentAt)} benachrichtigt, seither nicht gekauft`,
  left: () => 'die Benachrichtigung wurde beendet',
  expired: () => 'die Benachrichtigung ist abgelaufen',
  unconfirmed: () => 'die Adresse ist nicht bestätigt',
  'not-arrived': () => 'die erste Nachricht kam nicht an',
  'moved-since': () => 'wartet inzwischen auf eine andere Variante',
  'asked-again': () => 'hat sich inzwischen erneut angemeldet',
  'notified-again': () => 'wurde inzwischen erneut benachrichtigt',
  'waits-again': () => 'steht in der Reihe für die nächste Lieferung',
  'others-wait': () => 'die Stücke gehören anderen in der Reihe',
  'units-offered': () => 'die Stücke sind anderen angeboten',
  'medium-off': ({ medium }) => `das Thema nutzt ${text(medium)} nicht`,
  'follow-up-off': () => 'Nachfass-Nachrichten sind ausgeschaltet',
  'followed-before': () => 'es gab schon eine',
  'price-up-again': () => 'der Preis stieg wieder',
  'quiet-hours': () => 'Ruhezeit: wird später gesendet',
  'frequency-cap': () => 'Höchstzahl an Nachrichten erreicht: wird später gesendet',
  redriven: () => 'der Versand wird wiederholt',
  sent: ({ medium, provider }) => `per ${text(medium)}${provider ? ` über ${text(provider)}` : ''}`,
  delivered: () => 'vom Anbieter bestätigt',
  bounced: ({ detail }) => `die Nachricht kam zurück${detail ? ` (${text(detail).slice(0, 200)})` : ''}`,
  'link-followed': () => 'ist dem Link gefolgt',
  bought: ({ orderId }) => (orderId ? `Bestellung ${text(orderId)}` : 'gekauft'),
  'bought-untold': ({ orderId }) => `Bestellung ${text(orderId)}, ohne Benachrichtigung`,
  'removed-by-shopper': () => 'selbst entfernt',
  unsubscribed: ({ source: by }) => `von allen Benachrichtigungen abgemeldet (${source(by)})`,
  'price-changed': ({ targetPrice }) =>
    targetPrice === null
      ? 'selbst geändert: jeder niedrigere Preis'
      : `selbst geändert: ab ${text(targetPrice)} oder weniger`,
  'came-back': () => 'hat die Abmeldung zurückgenommen; behält den Platz in der Reihe',
  'ended-by-store': (facts) => `vom Shop beendet${byWhom(facts)}`,
  'address-changed': (facts) =>
    `Adresse vom Shop geändert von ${text(facts.from)} zu ${text(facts.to)}${byWhom(facts)}; behält den Platz in der Reihe`,
  'notify-requested': (facts) => `der Shop benachrichtigt diese Person außer der Reihe${byWhom(facts)}`,
  'address-allowed-again': () => 'die Adresse darf wieder angeschrieben werden; behält den Platz in der Reihe',
  moved: ({ variantId }) =>
    variantId
      ? `zu ${text(variantId)} gewechselt; behält den Platz in der Reihe`
      : 'mit einer anderen Benachrichtigung der Adresse vereint',
  'joined-by-move': () => 'mit einer anderen Benachrichtigung der Adresse vereint; behält den früheren Platz',
  'waited-too-long': () => 'hat länger gewartet, als der Shop Benachrichtigungen behält',
  suppressed: () => 'die Adresse darf nicht angeschrieben werden',
  'told-before': () => 'wurde schon benachrichtigt',
  'too-late': () => 'die Nachricht wäre zu spät gekommen',
  'given-up': () => 'nach einem Tag aufgegeben',
}
