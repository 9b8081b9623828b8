/** Reads the query of an address: `?a=1&b=x%20y`. */
export const getEncodedAsObject = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text.replace(/^[?#]/, '')))
