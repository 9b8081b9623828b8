/** Every route is rendered on the server. */
export default { ssr: true }
