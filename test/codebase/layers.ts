/** Folders of one part in layers: a folder imports from lower layers only, never from its own layer or a higher one. */
import { posix } from 'node:path'
import { importsOf } from './imports.ts'
import type { Source } from './sources.ts'

/** From top to bottom. `.` is the files of the part's own folder. */
export type Layers = readonly (readonly string[])[]

export function findClimbs(sources: Source[], part: string, layers: Layers): string[] {
  const layerOf = (folder: string) => layers.findIndex((layer) => layer.includes(folder))
  return sources.flatMap((source) => {
    const own = folderIn(part, source.path)
    if (own === null) return []
    if (layerOf(own) < 0) return [`${source.path}:1 is in no layer: give the folder ${own} a place in the layers`]
    return importsOf(source).flatMap(({ at, file }) => {
      const other = file === null ? null : folderIn(part, file)
      if (other === null || other === own || layerOf(other) > layerOf(own)) return []
      return [`${at} imports ${file}: ${own} is not above ${other}`]
    })
  })
}

function folderIn(part: string, path: string): string | null {
  if (!path.startsWith(`${part}/`)) return null
  return posix.dirname(posix.relative(part, path))
}

export const mostFiles = 15

/** Folders with more source files are hard to overview. Tests are not counted. */
export function findCrowdedFolders(paths: string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  return [...counts].flatMap(([folder, files]) =>
    files > mostFiles ? [`${folder} has ${files} source files: divide it, ${mostFiles} are the most`] : [],
  )
}
