/** The QR code for an authenticator app, rendered locally: the secret goes to no other server. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useMemo } from 'react'
import { encode } from 'uqr'
import { CopyableText } from '../../components/data/copyable-text.tsx'
import { useAction } from '../../hooks/use-action.ts'
import { useT } from '../../words/translate.ts'

type Props = { secret: string; address: string; onDone: (codes: string[]) => void }

export function ScanStep({ secret, address, onDone }: Props) {
  const t = useT()
  const enable = useAction('/me/second-factor/enable', {
    next: ({ codes }) => onDone(codes),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    enable.mutate({ code: String(new FormData(event.currentTarget).get('code')) })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t('Scan this with an authenticator app, then type the code that it shows.')}</Text>
        <QrCode text={address} />
        <Text size="sm" c="dimmed">
          {t('No camera? Type this key into the app:')}
        </Text>
        <CopyableText text={secret.replace(/(.{4})(?=.)/g, '$1 ')} label={t('Key for the app')} />
        <TextInput
          name="code"
          label={t('Code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          data-autofocus
        />
        <Group justify="flex-end">
          <Button type="submit" variant="filled" loading={enable.isPending}>
            {t('Switch on')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Dark on light in both colour schemes: many apps can't read the inverse. */
function QrCode({ text }: { text: string }) {
  const t = useT()
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: 3 })
    const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size, path: cells.join('') }
  }, [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={220}
      height={220}
      role="img"
      aria-label={t('QR code for the authenticator app')}
      shapeRendering="crispEdges"
      className="qr-code"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#161b19" />
    </svg>
  )
}
