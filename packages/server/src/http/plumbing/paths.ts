/** How a caller's address is read where no route has read it: without its query and without slashes nobody needs. */
export function plainPath(url: string): string {
  const [path = ''] = url.split('?')
  const plain = path.replace(/\/{2,}/g, '/')
  return plain.length > 1 ? plain.replace(/\/$/, '') : plain
}
