/** Loads the half of the client that calls the service. The build for pages replaces this module by the file `press.js`. */
import type { Base } from './base.ts'
import type { Service } from './service.ts'

export const loadService = async (base: Base): Promise<Service> => (await import('./service.ts')).serviceOf(base)
