/** The form of a field for a setting, and of a section of fields. */

export type Field = {
  /** The setting's name in the API and CLI. */
  word: string
  label: string
  about: string
  choices?: readonly (readonly [value: string, label: string])[]
  kind?: 'switch' | 'color' | 'number' | 'email' | 'url'
  example?: string
}

export type Section = { title: string; about?: string; fields: Field[] }
