/** Renders toasts; loaded with the first toast. */
import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications } from '@mantine/notifications'

export const show = (message: string, isRefused: boolean) =>
  notifications.show(isRefused ? { message, color: 'red', role: 'alert' } : { message, color: 'green' })

export default function ToastContainer() {
  return <Notifications position="bottom-right" />
}
