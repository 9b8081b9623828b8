/** How the files lend to each other: by place, in `heartbell.kit`. */
import { lent } from './entries.js'

const places = Object.fromEntries(
  Object.values(lent)
    .flatMap((modules) => Object.values(modules).flat())
    .map((name, place) => [name, place]),
)

/** What a file needs to have what it lends. */
export const importOf = (file) =>
  Object.entries(lent[file])
    .map(([path, names]) => `import { ${names} } from './${path}'`)
    .join('\n')

export const handOf = (file) => Object.values(lent[file]).flat().join()

/** The names a draft, bundled without saying which, has taken. */
export const needs = (draft) =>
  Object.keys(places).filter((name) => new RegExp(`lend\\(${places[name]}\\)`).test(draft))

/** What is lent is taken from the lender's hands: all of `names` at once, so that each costs a letter and its place. */
export const borrowed = (source, from, names) => ({
  name: 'borrowed',
  setup(plan) {
    const modules = { ...lent.core, ...(from === 'parts' && lent.parts) }
    plan.onResolve({ filter: /^kit$/ }, () => ({ path: 'kit', namespace: 'kit' }))
    plan.onLoad({ filter: /./, namespace: 'kit' }, () => ({ contents: names ? taken(names) : drafted(modules) }))
    plan.onLoad({ filter: /src\/.*\.ts$/ }, ({ path }) => {
      const all = modules[path.slice(source.length + 1)]
      if (!all) return
      return {
        contents: `export { ${all.filter((name) => names?.includes(name) ?? true)} } from 'kit'`,
        resolveDir: source,
      }
    })
  },
})

const taken = (names) => `export const { ${names.map((name) => `${places[name]}: ${name}`)} } = kit`
const drafted = (modules) =>
  Object.values(modules)
    .flat()
    .map((name) => `export const ${name} = /* @__PURE__ */ lend(${places[name]})`)
    .join('\n')

const waits = {
  core: (run) => `((h,r)=>h.kit?r(h.kit):((h.queue??=[]).push(r),import("./core.js")))(self.heartbell??={},${run})`,
  parts: (run) =>
    `((h,r)=>h.kit?.[${places.look}]?r(h.kit):((h.more??=[]).push(r),import("./parts.js")))(self.heartbell??={},${run})`,
}

/** Where the lender is not there yet, the file waits for it and asks for it. */
export const waitFor = (from, code) => {
  const [begin, names] = /^var(\{[^}]*\})=kit;/.exec(code) ?? ['', 'kit']
  const rest = code.slice(begin.length).replace(/;$/, '')
  return waits[from](/\bkit\b/.test(rest) ? `kit=>{${code}}` : `(${names})=>{${rest}}`)
}
