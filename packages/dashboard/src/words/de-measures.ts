/** German texts of what is measured and expected: the effect of messages, and demand as money. */
export const measures: Readonly<Record<string, string>> = {
  'What the messages change': 'Was die Nachrichten bewirken',
  'Nothing is measured': 'Nichts wird gemessen',
  'Set “Held out to measure” in the settings or in a topic, such as 5%: that share is notified later, and the difference in purchases is the effect.':
    'Tragen Sie in den Einstellungen oder in einem Thema „Zur Messung später“ ein, etwa 5%: Dieser Anteil wird später benachrichtigt, und der Unterschied bei den Käufen ist die Wirkung.',
  '{bought} of {people} bought': '{bought} von {people} haben gekauft',
  '{bought} of {people} bought ({rate})': '{bought} von {people} haben gekauft ({rate})',
  'Notified at once': 'Sofort benachrichtigt',
  'Notified later': 'Später benachrichtigt',
  'Nobody is held out any more.': 'Niemand wird mehr später benachrichtigt.',
  '{share} are notified {hours} h later, chosen at random; they keep their place and their units.':
    '{share} werden {hours} Std. später benachrichtigt, zufällig ausgewählt; sie behalten Platz und Stückzahl.',
  'The time of {count} person is not over.': 'Bei {count} Person läuft die Zeit noch.',
  'The time of {count} people is not over.': 'Bei {count} Personen läuft die Zeit noch.',
  'Too few people for a figure: {count} more has to be held out.':
    'Zu wenige für eine Zahl: {count} Person mehr muss später benachrichtigt werden.',
  'Too few people for a figure: {count} more have to be held out.':
    'Zu wenige für eine Zahl: {count} Personen mehr müssen später benachrichtigt werden.',
  'No figure yet. {missing}': 'Noch keine Zahl. {missing}',
  'Messages make {difference} percentage points more people buy (95 %: {low} to {high}).':
    'Durch die Nachrichten kaufen {difference} Prozentpunkte mehr (95 %: {low} bis {high}).',
  'Notified people buy less often: {difference} percentage points (95 %: {low} to {high}).':
    'Benachrichtigte kaufen seltener: {difference} Prozentpunkte (95 %: {low} bis {high}).',
  'No effect is proven: {low} to {high} percentage points (95 %), which includes none.':
    'Keine Wirkung ist belegt: {low} bis {high} Prozentpunkte (95 %), auch keine ist möglich.',
  'If the difference stays the same, {count} more held-out person decides it.':
    'Bleibt der Unterschied gleich, entscheidet {count} weitere später benachrichtigte Person.',
  'If the difference stays the same, {count} more held-out people decide it.':
    'Bleibt der Unterschied gleich, entscheiden {count} weitere später benachrichtigte Personen.',
  'Demand as money': 'Nachfrage in Geld',
  'Units waiting': 'Wartende Stück',
  'Units saved': 'Gemerkte Stück',
  'Wanted at each price': 'Gefragt zu jedem Preis',
  'Expected revenue': 'Erwarteter Umsatz',
  '{low} to {high}': '{low} bis {high}',
  'Order list by week (CSV)': 'Bestellliste nach Wochen (CSV)',
  'Restock of': 'Lieferung von',
  'Restock of 5': 'Lieferung von 5',
  'Products that shoppers wait for appear here, with the prices they wait for.':
    'Hier erscheinen Produkte, auf die Kunden warten, mit den Preisen, auf die sie warten.',
  'at {price}: {count} unit': 'zu {price}: {count} Stück',
  'at {price}: {count} units': 'zu {price}: {count} Stück',
  'and {count} lower prices': 'und {count} niedrigere Preise',
  'Of the last {told} people who were notified, {bought} bought: {share} (95 %: {low} to {high}). Expected revenue counts those who wait, not those who only saved the product.':
    'Von den letzten {told} Benachrichtigten haben {bought} gekauft: {share} (95 %: {low} bis {high}). Der erwartete Umsatz zählt, wer wartet, nicht wer das Produkt nur gemerkt hat.',
  'No expected revenue yet: {count} more person has to be notified to know how many buy.':
    'Noch kein erwarteter Umsatz: {count} Person mehr muss benachrichtigt werden, damit bekannt ist, wie viele kaufen.',
  'No expected revenue yet: {count} more people have to be notified to know how many buy.':
    'Noch kein erwarteter Umsatz: {count} Personen mehr müssen benachrichtigt werden, damit bekannt ist, wie viele kaufen.',
  'Held out to measure': 'Zur Messung später',
  'This share is notified later, and keeps its place and its units; off for nobody.':
    'Dieser Anteil wird später benachrichtigt und behält Platz und Stückzahl; off für niemanden.',
  'For example 5%: this share is notified later, to measure what the message changes.':
    'Zum Beispiel 5%: Dieser Anteil wird später benachrichtigt, um die Wirkung der Nachricht zu messen.',
  'Notified later by': 'Später um',
  'How long held-out shoppers wait; purchases within this time are compared.':
    'So lange warten sie; Käufe in dieser Zeit werden verglichen.',
  'For example 24h. Purchases within this time are compared.':
    'Zum Beispiel 24h. Käufe in dieser Zeit werden verglichen.',
}
