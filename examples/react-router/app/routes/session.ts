/** Signs in and out; a real shop asks for a password. The root's loader runs again after it, and the provider follows. */
import { type ActionFunctionArgs, redirect } from 'react-router'
import { customer } from '../identity.server'

export async function action({ request }: ActionFunctionArgs) {
  const email = String((await request.formData()).get('email') ?? '')
  const cookie = await customer.serialize(email, email ? {} : { maxAge: 0 })
  return redirect('/', { headers: { 'set-cookie': cookie } })
}
