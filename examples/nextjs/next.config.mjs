/** The app may be opened by its IP address, too, which development mode refuses otherwise. */
export default { allowedDevOrigins: ['127.0.0.1'], turbopack: { root: import.meta.dirname } }
