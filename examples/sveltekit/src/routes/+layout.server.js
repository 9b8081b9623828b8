/** The settings of Heartbell, from the server's environment. */
import { env } from '$env/dynamic/private'

export const load = () => ({
  settings: { api: env.HEARTBELL_API ?? 'http://localhost:4000', store: env.HEARTBELL_STORE ?? '', currency: 'EUR' },
})
