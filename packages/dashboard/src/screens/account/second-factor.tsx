/** Two-step sign-in: switching it on with an authenticator app, recovery codes, switching it off. */
import { Alert, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { PersonAnswer } from '../../api.ts'
import { useAction } from '../../hooks/use-action.ts'
import { useMe } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import { CurrentPassword } from './current-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStep } from './scan-step.tsx'
import { Section } from './section.tsx'

type Begun = PersonAnswer<'/me/second-factor/begin'>
type Asking = 'begin' | 'disable' | 'codes'

export function SecondFactor() {
  const t = useT()
  const { data: me } = useMe()
  const { isOn, codesLeft } = me!.secondFactor
  const [asking, setAsking] = useState<Asking | null>(null)
  return (
    <Section title={t('Two-step sign-in')}>
      <Group gap="xs">
        {isOn ? <Badge>{t('On')}</Badge> : <Badge color="gray">{t('Off')}</Badge>}
        {isOn && (
          <Text size="sm" c="dimmed">
            {t('{count} of 10 recovery codes left', { count: codesLeft })}
          </Text>
        )}
      </Group>
      <Text size="sm">{t('Besides your password, signing in asks for a code that an app on your phone shows.')}</Text>
      {isOn && codesLeft < 3 && (
        <Alert color="yellow">{t('Few recovery codes are left: create new ones and store them safely.')}</Alert>
      )}
      <Group gap="xs">
        {isOn ? (
          <>
            <Button onClick={() => setAsking('codes')}>{t('New recovery codes')}</Button>
            <Button color="red" variant="subtle" onClick={() => setAsking('disable')}>
              {t('Switch off')}
            </Button>
          </>
        ) : (
          <Button onClick={() => setAsking('begin')}>{t('Set up')}</Button>
        )}
      </Group>
      {asking && <Dialog asking={asking} onClose={() => setAsking(null)} />}
    </Section>
  )
}

function Dialog({ asking, onClose }: { asking: Asking; onClose: () => void }) {
  const t = useT()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Two-step sign-in')}
      closeOnClickOutside={codes === null}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : begun ? (
        <ScanStep {...begun} onDone={setCodes} />
      ) : (
        <PasswordStep asking={asking} onBegun={setBegun} onCodes={setCodes} onDone={onClose} />
      )}
    </Modal>
  )
}

type StepProps = {
  asking: Asking
  onBegun: (begun: Begun) => void
  onCodes: (codes: string[]) => void
  onDone: () => void
}

function PasswordStep({ asking, onBegun, onCodes, onDone }: StepProps) {
  const t = useT()
  const begin = useAction('/me/second-factor/begin', { next: onBegun })
  const disable = useAction('/me/second-factor/disable', { done: t('Two-step sign-in is off.'), next: onDone })
  const renew = useAction('/me/second-factor/codes', { next: ({ codes }) => onCodes(codes) })
  const send = { begin, disable, codes: renew }[asking]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send.mutate({ currentPassword: String(new FormData(event.currentTarget).get('currentPassword')) })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {asking === 'disable' && (
          <Text size="sm">{t('Signing in then asks for your password only. Your recovery codes stop working.')}</Text>
        )}
        {asking === 'codes' && <Text size="sm">{t('The recovery codes you have now stop working.')}</Text>}
        <CurrentPassword />
        <Group justify="flex-end">
          <Button
            type="submit"
            variant="filled"
            loading={send.isPending}
            {...(asking === 'disable' && { color: 'red' })}
          >
            {asking === 'disable' ? t('Switch off') : t('Continue')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
