/** The first file of the storefront: the client, the heart and the counter; it loads the others when the page has them. */
import { Count } from './count.ts'
import { define } from './element.ts'
import { Heart } from './heart.ts'
import { begin, loadWidget } from './kit.ts'

export function install(): void {
  begin()
  define('heartbell-heart', Heart)
  define('heartbell-count', Count)
  const look = () => {
    for (const name of ['notify', 'list', 'saved'])
      if (document.querySelector(`heartbell-${name}`)) loadWidget(name === 'list' ? 'drawer' : name)
  }
  look()
  // what the page had not shown us yet
  addEventListener('DOMContentLoaded', look)
}
