/** The first file of the storefront: the client, the heart and the counter; other elements load their files when one is on the page. */
import { ignoreFailure } from '../client/sync/ignore-failure.ts'
import { Count } from './count.ts'
import { Heart } from './heart.ts'
import { announce, begin, heartbell, loadWidget } from './kit.ts'
import { define, defineElement } from './shared/element.ts'

function defineAll(): void {
  define('heart', Heart)
  define('count', Count)
  // a drawer is defined by its file, which is loaded when it is opened
  ;['notify', 'list', 'saved'].map((name) => defineElement(name, () => loadWidget(name === 'list' ? 'drawer' : name)))
}

export function install(): void {
  // without a store nothing can be saved, so no heart says that it was
  begin().settings.store ? defineAll() : ignoreFailure(heartbell.check())
  announce(document, 'ready', { heartbell })
}
