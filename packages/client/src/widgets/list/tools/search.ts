/** Search, sort and filter above a long list. */
import { h } from '../../shared/element.ts'
import { language } from '../../shared/row.ts'
import { t } from '../../shared/texts.ts'
import { addStyle } from '../add-style.ts'
import type { View } from '../context.ts'
import { type Choice, chooseItems, type Filter, type Sort } from './choose-items.ts'
import { toolsStyle } from './style.ts'

const sorts = (): Record<Sort, string> => ({
  own: t('own', 'Own order'),
  newest: t('newest', 'Newest first'),
  cheap: t('cheap', 'Lowest price'),
  dear: t('dear', 'Highest price'),
  title: t('byTitle', 'Title'),
  priority: t('byWeight', 'Most wanted'),
})

const filters = (): Record<Filter, string> => ({
  '': t('all', 'Show all'),
  stock: t('inStock', 'In stock'),
  cut: t('drop', 'Price drop'),
  gone: t('soldOut', 'Sold out'),
})

const select = (label: string, options: Record<string, string>, choose: (value: string) => void) =>
  h(
    'select',
    {
      'aria-label': label,
      'data-k': label,
      onchange: (event: Event) => choose((event.target as HTMLSelectElement).value),
    },
    ...Object.entries(options).map(([value, text]) => h('option', { value }, text)),
  )

export function drawTools(view: View): void {
  addStyle(view, toolsStyle)
  const choice: Choice = { text: '', sort: 'own', filter: '' }
  const arrange = () => {
    const isUsed = choice.text.trim() || choice.sort !== 'own' || choice.filter
    view.arrange = isUsed ? (items) => chooseItems(items, choice, language()) : undefined
    view.show()
    const { length } = view.items
    view.say(length === 1 ? t('one', '1 item') : t('many', '{0} items', length))
  }
  const search = h('input', {
    type: 'search',
    placeholder: t('search', 'Search this list'),
    'aria-label': t('search', 'Search this list'),
    'data-k': 'search',
    oninput: () => {
      choice.text = search.value
      arrange()
    },
  })
  view.tools.replaceChildren(
    search,
    select(t('sort', 'Sort'), sorts(), (value) => {
      choice.sort = value as Sort
      arrange()
    }),
    select(t('filter', 'Filter'), filters(), (value) => {
      choice.filter = value as Filter
      arrange()
    }),
  )
}
