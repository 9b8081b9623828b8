/** How files share code: core.js and parts.js put functions into an array (the kit), others read them by index. */
import { kitName, moreName, queueName } from './build-stamp.js'
import { shared } from './entries.js'

const indexes = Object.fromEntries(
  Object.values(shared)
    .flatMap((modules) => Object.values(modules).flat())
    .map((name, index) => [name, index]),
)

/** The imports of a sharing file. */
export const importsOf = (file) =>
  Object.entries(shared[file])
    .map(([path, names]) => `import { ${names} } from './${path}'`)
    .join('\n')

export const exportsOf = (file) => Object.values(shared[file]).flat().join()

/** The shared names that a draft, bundled without tree shaking by name, uses. */
export const usedNames = (draft) =>
  Object.keys(indexes).filter((name) => new RegExp(`kitEntry\\(${indexes[name]}\\)`).test(draft))

/** An esbuild plugin that replaces shared modules by one destructuring of the kit, which costs few bytes for each name. */
export const fromKit = (source, from, names) => ({
  name: 'from-kit',
  setup(plan) {
    const modules = { ...shared.core, ...(from === 'parts' && shared.parts) }
    plan.onResolve({ filter: /^kit$/ }, () => ({ path: 'kit', namespace: 'kit' }))
    plan.onLoad({ filter: /./, namespace: 'kit' }, () => ({ contents: names ? destructured(names) : drafted(modules) }))
    plan.onLoad({ filter: /src\/.*\.ts$/ }, ({ path }) => {
      const all = modules[path.slice(source.length + 1)]
      if (!all) return
      const isUsed = (name) => names?.includes(name) ?? true
      // imported by code that is not part of this file
      const unused = all.filter((name) => !isUsed(name)).map((name) => `export const ${name} = 0`)
      return {
        contents: [`export { ${all.filter(isUsed)} } from 'kit'`, ...unused].join('\n'),
        resolveDir: source,
      }
    })
  },
})

const destructured = (names) => `export const { ${names.map((name) => `${indexes[name]}: ${name}`)} } = kit`
const drafted = (modules) =>
  Object.values(modules)
    .flat()
    .map((name) => `export const ${name} = /* @__PURE__ */ kitEntry(${indexes[name]})`)
    .join('\n')

/** An element of this id or name is not the queue; core.js replaces it, too. */
const early = 'Array.isArray(self.heartbell)?self.heartbell:self.heartbell=[]'

/** A file that still finds no kit after the sharing file has run is of another build. */
const renew = 'import("./renew.js")'
const waits = {
  core: (run) =>
    `((h,r)=>h.${kitName}?r(h.${kitName}):((h.${queueName}??=[]).push(r),import("./core.js").then(()=>h.${kitName}||${renew})))(${early},${run})`,
  parts: (run) =>
    `((h,r)=>h.${kitName}?.[${indexes.baseStyle}]?r(h.${kitName}):((h.${moreName}??=[]).push(r),import("./parts.js").then(()=>import("./core.js")).then(()=>h.${kitName}?.[${indexes.baseStyle}]||${renew})))(self.heartbell??=[],${run})`,
}

/** Runs the code when the sharing file is loaded, and imports that file if it is not there yet. */
export const waitFor = (from, code) => {
  const [begin, names] = /^var(\{[^}]*\})=kit;/.exec(code) ?? ['', 'kit']
  const rest = code.slice(begin.length).replace(/;$/, '')
  return waits[from](/\bkit\b/.test(rest) ? `kit=>{${code}}` : `(${names})=>{${rest}}`)
}
