/** What most people wait for while there is none: the way to tell them is one press away. */
import { Anchor, Button, Card, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Product } from '../../parts/product.tsx'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'

export type Wanted = {
  variantId: string
  topic: string
  waiting: number
  units: number
  title: string | null
  variantInfo: string | null
  imageUrl: string | null
  stock: number | null
}

export function MostWanted({ rows }: { rows: Wanted[] }) {
  const say = useSay()
  const { number } = useFormats()
  const { store, may } = useStore()
  return (
    <Card component="section" aria-label={say('Most wanted, out of stock')}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {say('Most wanted, out of stock')}
        </Title>
        <Anchor component={Link} size="sm" {...({ to: `/${store}/analytics` } as object)}>
          {say('The whole demand book')}
        </Anchor>
      </Group>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" py="md">
          {say('Nobody waits for something that is sold out.')}
        </Text>
      )}
      <ul className="wanted">
        {rows.map((row) => (
          <li key={`${row.variantId} ${row.topic}`}>
            <Product {...row} />
            <Group gap="md" ml="auto">
              <span className="wanted-count">{say('{count} waiting', { count: number(row.waiting) })}</span>
              <Button
                size="xs"
                component={Link}
                {...({ to: `/${store}/products`, search: { open: row.variantId } } as object)}
                aria-label={say(may('marketer') ? 'Notify now: {title}' : 'Open {title}', {
                  title: row.title ?? row.variantId,
                })}
              >
                {say(may('marketer') ? 'Notify now' : 'Open')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Card>
  )
}
