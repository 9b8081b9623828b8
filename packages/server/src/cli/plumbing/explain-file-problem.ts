/** Explains why a file or folder cannot be used, and what to do. */
const dataHint = 'Choose another data folder with --data'

const sentences: Record<string, (path: string, code: string) => string> = {
  EACCES: (path, code) => `This user may not write ${path} (${code}). ${dataHint}, or give this user the right.`,
  EROFS: (path, code) => `${path} is on a file system that cannot be written (${code}). ${dataHint}.`,
  ENOTDIR: (path, code) => `A part of ${path} is a file, not a folder (${code}). ${dataHint}.`,
  ENOSPC: (path, code) =>
    `There is no space left to write ${path} (${code}). Free some, or choose another data folder with --data.`,
}

/** Null for any other problem. */
export function explainFileProblem({ code = '', path }: NodeJS.ErrnoException): string | null {
  const write = sentences[code === 'EPERM' ? 'EACCES' : code]
  return path !== undefined && write ? write(path, code) : null
}
