/** The sold-out products that most shoppers wait for, each with a link to notify them. */
import { Anchor, Button, Card, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { StoreData } from '../../api.ts'
import { Product } from '../../components/data/product.tsx'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'

type Wanted = StoreData<'/home'>['wanted'][number]

export function MostWanted({ rows }: { rows: Wanted[] }) {
  const t = useT()
  const { number } = useFormats()
  const { store, may } = useStore()
  return (
    <Card component="section" aria-label={t('Most wanted, out of stock')}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {t('Most wanted, out of stock')}
        </Title>
        <Anchor component={Link} size="sm" {...({ to: `/${store}/analytics` } as object)}>
          {t('Full demand book')}
        </Anchor>
      </Group>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" py="md">
          {t('Nobody is waiting for a sold-out product.')}
        </Text>
      )}
      <ul className="wanted">
        {rows.map((row) => (
          <li key={`${row.variantId} ${row.topic}`}>
            <Product {...row} />
            <Group gap="md" ml="auto">
              <span className="wanted-count">{t('{count} waiting', { count: number(row.waiting) })}</span>
              <Button
                size="xs"
                component={Link}
                {...({ to: `/${store}/products`, search: { open: row.variantId } } as object)}
                aria-label={t(may('marketer') ? 'Notify now: {title}' : 'Open {title}', {
                  title: row.title ?? row.variantId,
                })}
              >
                {t(may('marketer') ? 'Notify now' : 'Open')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Card>
  )
}
