/** The first file of the storefront: the client, the heart and the counter; it loads other widgets that the page contains. */
import { Count } from './count.ts'
import { Heart } from './heart.ts'
import { begin, loadWidget } from './kit.ts'
import { define } from './shared/element.ts'

export function install(): void {
  begin()
  define('heartbell-heart', Heart)
  define('heartbell-count', Count)
  const loadUsed = () => {
    for (const name of ['notify', 'list', 'saved'])
      if (document.querySelector(`heartbell-${name}`)) loadWidget(name === 'list' ? 'drawer' : name)
  }
  loadUsed()
  // elements that the parser had not reached yet
  addEventListener('DOMContentLoaded', loadUsed)
}
