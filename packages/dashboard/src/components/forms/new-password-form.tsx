/** A form that ends with a new password, typed twice: first visit, password link, new account of an invitation. */
import { Alert, Button, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useT } from '../../words/translate.ts'
import { NewPassword, readNewPassword } from './new-password.tsx'

type Props = {
  /** The label of the button. */
  action: string
  /** Fields above the password. */
  children: ReactNode
  /** Fields between the password and the button. */
  below?: ReactNode
  /** Notes under the button. */
  footer?: ReactNode
  /** Throws what the server refuses. */
  onSubmit: (password: string, form: FormData) => Promise<unknown>
}

export function NewPasswordForm({ action, children, below, footer, onSubmit }: Props) {
  const t = useT()
  const [doDiffer, setDiffer] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = readNewPassword(form)
    setDiffer(password === null)
    if (password === null) return
    setBusy(true)
    setRefused(null)
    try {
      await onSubmit(password, form)
    } catch (error) {
      setRefused((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        <NewPassword problem={doDiffer ? t('The passwords differ.') : null} />
        {below}
        {refused && (
          <Alert color="red" role="alert">
            {t(refused)}
          </Alert>
        )}
        <Button type="submit" variant="filled" loading={isBusy}>
          {action}
        </Button>
        {footer}
      </Stack>
    </form>
  )
}
