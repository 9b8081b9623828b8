/** What an attribute has when a template was not rendered, or a script had no value: one text for all products. */
export const unrendered = /^(undefined|null|NaN|.*{[{%].*)$/s
