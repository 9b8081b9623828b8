/** For calls whose failure is handled elsewhere, or harmless. */
export const ignoreFailure = async (result: unknown): Promise<void> => {
  try {
    await result
  } catch {}
}
