/** A price as people type it: `40`, `€ 39,90`, `1.250,00`, `١٢٫٥`. Undefined if there is none. */
export function readPrice(text: string): number | undefined {
  const plain = text
    .normalize('NFKC')
    // digits of Arabic, Persian and Hindi
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
    .replace(/[\u0966-\u096f]/g, (digit) => `${(digit.charCodeAt(0) - 6) & 15}`)
    .replace(/\u066b/g, ',')
    .replace(/[^\d.,-]/g, '')
  const [, whole = '', part = ''] = /^([\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(plain) ?? []
  const price = Number(`${whole.replace(/[.,]/g, '')}.${part}`)
  return price > 0 ? price : undefined
}
