/** The path of a URL without its query and without repeated or trailing slashes, as the router reads it. */
export function plainPath(url: string): string {
  const [path = ''] = url.split('?')
  const plain = path.replace(/\/{2,}/g, '/')
  return plain.length > 1 ? plain.replace(/\/$/, '') : plain
}
