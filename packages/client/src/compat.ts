/** Soon. */ export function installCompat(_: unknown): void {}
