/** German: lists, merges and widgets. */
export const lists: Readonly<Record<string, string>> = {
  Merges: 'Zusammenführungen',
  'Types and custom items': 'Arten und eigene Artikel',
  'What shoppers saved, newest first.': 'Was Kunden gemerkt haben, das Neueste zuerst.',
  'Name of a list, or owner@…': 'Name einer Liste oder besitzer@…',
  'Open the list {name}': 'Liste {name} öffnen',
  'No list yet': 'Noch keine Liste',
  'Add hearts to your products': 'Herzen an Ihren Produkten einbauen',
  'Lists appear here as soon as shoppers save something.': 'Listen erscheinen hier, sobald Kunden etwas merken.',
  List: 'Liste',
  Type: 'Art',
  Items: 'Artikel',
  Visibility: 'Sichtbarkeit',
  Changed: 'Geändert',
  'A guest': 'Ein Gast',
  Public: 'Öffentlich',
  Archived: 'Archiviert',
  Quantity: 'Menge',
  'Price when saved': 'Preis beim Merken',
  'Price now': 'Preis jetzt',
  'No items': 'Keine Artikel',
  'Nothing has been saved to this list yet.': 'In dieser Liste wurde noch nichts gemerkt.',
  'Which types of lists shoppers can create, and what they can save.':
    'Welche Arten von Listen Kunden anlegen und was sie merken können.',
  'List types': 'Listenarten',
  'Types of lists': 'Arten von Listen',
  'Comma-separated; wl (wishlist) and sfl (saved for later) are always available.':
    'Durch Kommas getrennt; wl (Wunschliste) und sfl (für später) gibt es immer.',
  'Items shown at once': 'Artikel auf einmal',
  'How many items the answer for a list contains, from 1 to 1000.':
    'Wie viele eine Liste in einer Antwort zeigt, von 1 bis 1000.',
  'What can be saved': 'Was gemerkt werden kann',
  'Custom items and bundles': 'Eigene Artikel und Sets',
  'Shoppers can save items that are not in the catalog: made to measure, engraved, bundled.':
    'Kunden dürfen merken, was nicht im Katalog steht: Maßanfertigungen, Graviertes, Zusammengestelltes.',
  'Whether products outside the catalog can be saved.':
    'Ob Produkte gemerkt werden können, die nicht im Katalog stehen.',
  'Any product': 'Jedes Produkt',
  'Only products in the catalog': 'Nur Produkte im Katalog',

  'When a guest signs in, what they saved moves to their account. It can be undone for 30 days.':
    'Meldet sich ein Gast an, zieht das Gemerkte in sein Konto um. 30 Tage lang lässt sich das rückgängig machen.',
  'E-mail address of an account': 'E-Mail-Adresse eines Kontos',
  Guest: 'Gast',
  Account: 'Konto',
  Alerts: 'Benachrichtigungen',
  'Undone {when}': 'Rückgängig gemacht {when}',
  Undo: 'Rückgängig',
  'No merge yet': 'Noch keine Zusammenführung',
  'Nobody who saved something as a guest has signed in since.':
    'Niemand, der als Gast etwas gemerkt hat, hat sich seither angemeldet.',
  'Undo this merge?': 'Diese Zusammenführung rückgängig machen?',
  'Undo the merge': 'Rückgängig machen',
  'The merge is undone.': 'Die Zusammenführung ist rückgängig gemacht.',
  'These move back from {account} to the guest:': 'Dies geht von {account} zurück an den Gast:',
  'What was saved, changed or removed in the account since stays as it is.':
    'Was im Konto seither gemerkt, geändert oder entfernt wurde, bleibt, wie es ist.',

  'Hearts, a list and “notify me” for your shop’s pages.':
    'Herzen, eine Liste und „Sagt mir Bescheid“ für die Seiten Ihres Ladens.',
  Preview: 'Vorschau',
  'A product page with the widgets': 'Eine Produktseite mit den Bausteinen',
  Buttons: 'Knöpfe',
  Hearts: 'Herzen',
  Corners: 'Ecken',
  Square: 'Eckig',
  Soft: 'Sanft',
  Round: 'Rund',
  'Heart position': 'Position des Herzens',
  'On the picture': 'Auf dem Bild',
  'Beside the title': 'Neben dem Titel',
  'Beside the button': 'Neben dem Knopf',
  '“Notify me” text': 'Text für „Sagt mir Bescheid“',
  'Default text': 'Standardtext',
  'Preview options': 'Vorschau einstellen',
  'Dark mode': 'Dunkler Modus',
  'Phone width': 'Telefonbreite',
  'Code to paste': 'Code zum Einfügen',
  HTML: 'HTML',
  Shopify: 'Shopify',
  React: 'React',
  Script: 'Skript',
  'For pages you write yourself: the script once, then an element for each product.':
    'Für Seiten, die Sie selbst schreiben: einmal das Skript, dann ein Element je Produkt.',
  'For a theme: the first part goes into the layout, the second into a product block.':
    'Für ein Theme: Der erste Teil gehört ins Layout, der zweite in einen Produktblock.',
  'For pages made with React or a framework on top of it.': 'Für Seiten mit React oder einem Framework darauf.',
  'Only the script, for a tag manager; your theme contains the elements.':
    'Nur das Skript, für einen Tag-Manager; die Elemente kommen aus Ihrem Theme.',
  'Installation check': 'Einbau prüfen',
  'This server fetches the page without running its scripts.':
    'Dieser Server ruft die Seite ab, ohne ihre Skripte auszuführen.',
  'Address of a product page': 'Adresse einer Produktseite',
  'The script is installed, with this store’s id.': 'Das Skript ist eingebaut, mit der Nummer dieses Ladens.',
  'The script is installed, but with another store’s id.':
    'Das Skript ist eingebaut, aber mit der Nummer eines anderen Ladens.',
  'The script is installed, but without a store id: add data-store.':
    'Das Skript ist eingebaut, aber ohne Nummer des Ladens: data-store fehlt.',
  'The script is not on this page. If a tag manager adds it later, this check can’t see it.':
    'Das Skript steht nicht auf dieser Seite. Fügt ein Tag-Manager es später ein, sieht diese Prüfung es nicht.',
  Appearance: 'Aussehen',
  'Check the page': 'Seite prüfen',
  '{name} ({count} item)': '{name} ({count} Artikel)',
  '{name} ({count} items)': '{name} ({count} Artikel)',
  '{count} alert': '{count} Benachrichtigung',
  '{count} alerts': '{count} Benachrichtigungen',
}
