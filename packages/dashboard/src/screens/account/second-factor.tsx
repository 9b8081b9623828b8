/** Two-step sign-in: switching it on with an authenticator app, recovery codes, switching it off. */
import { Alert, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../parts/use-act.ts'
import { useMe } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { CurrentPassword } from './current-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStep } from './scan-step.tsx'
import { Section } from './section.tsx'

type Begun = { secret: string; address: string }
type Asking = 'begin' | 'disable' | 'codes'

export function SecondFactor() {
  const say = useSay()
  const { data: me } = useMe()
  const { isOn, codesLeft } = me!.secondFactor
  const [asking, setAsking] = useState<Asking | null>(null)
  return (
    <Section title={say('Two-step sign-in')}>
      <Group gap="xs">
        {isOn ? <Badge>{say('On')}</Badge> : <Badge color="gray">{say('Off')}</Badge>}
        {isOn && (
          <Text size="sm" c="dimmed">
            {say('{count} of 10 recovery codes left', { count: codesLeft })}
          </Text>
        )}
      </Group>
      <Text size="sm">{say('Besides your password, signing in asks for a code that an app on your phone shows.')}</Text>
      {isOn && codesLeft < 3 && (
        <Alert color="yellow">{say('Few recovery codes are left: make new ones and keep them safe.')}</Alert>
      )}
      <Group gap="xs">
        {isOn ? (
          <>
            <Button onClick={() => setAsking('codes')}>{say('New recovery codes')}</Button>
            <Button color="red" variant="subtle" onClick={() => setAsking('disable')}>
              {say('Switch off')}
            </Button>
          </>
        ) : (
          <Button onClick={() => setAsking('begin')}>{say('Set up')}</Button>
        )}
      </Group>
      {asking && <Dialog asking={asking} onClose={() => setAsking(null)} />}
    </Section>
  )
}

function Dialog({ asking, onClose }: { asking: Asking; onClose: () => void }) {
  const say = useSay()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('Two-step sign-in')}
      closeOnClickOutside={codes === null}
      closeButtonProps={{ 'aria-label': say('Close') }}
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
  const say = useSay()
  const send = useAct<Record<string, unknown>, Partial<Begun> & { codes?: string[] }>(`/me/second-factor/${asking}`, {
    ...(asking === 'disable' && { done: say('Two-step sign-in is off.') }),
    next: ({ secret, address, codes }) => {
      if (secret && address) onBegun({ secret, address })
      else if (codes) onCodes(codes)
      else onDone()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {asking === 'disable' && (
          <Text size="sm">{say('Signing in then asks for your password only. Your recovery codes stop working.')}</Text>
        )}
        {asking === 'codes' && <Text size="sm">{say('The recovery codes you have now stop working.')}</Text>}
        <CurrentPassword />
        <Group justify="flex-end">
          <Button
            type="submit"
            variant="filled"
            loading={send.isPending}
            {...(asking === 'disable' && { color: 'red' })}
          >
            {asking === 'disable' ? say('Switch off') : say('Continue')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
