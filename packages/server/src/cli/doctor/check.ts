/** One result of doctor: the state, and for a problem what to do. */
export type DoctorCheck = { name: string; state: 'ok' | 'warn' | 'fail'; says: string }
