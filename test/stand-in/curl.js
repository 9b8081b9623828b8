#!/usr/bin/env node
// The options of curl that the README's walk uses, for machines with only Node.js: -sS --fail-with-body -u -H -d --data-urlencode.
const { argv, stdout } = process
const headers = {}
const data = []
let url = ''

function encodeField(text) {
  const cut = text.indexOf('=')
  return `${text.slice(0, cut)}=${encodeURIComponent(text.slice(cut + 1))}`
}

const takes = {
  '-u': (value) => {
    headers.authorization = `Basic ${Buffer.from(value).toString('base64')}`
  },
  '-H': (value) => {
    const [name, ...rest] = value.split(':')
    headers[name.toLowerCase()] = rest.join(':').trim()
  },
  '-d': (value) => data.push(value),
  '--data-urlencode': (value) => data.push(encodeField(value)),
}

for (let at = 2; at < argv.length; at++) {
  const take = takes[argv[at]]
  if (take) take(argv[++at])
  else if (!argv[at].startsWith('-')) url = argv[at]
}

headers['content-type'] ??= 'application/x-www-form-urlencoded'
const reply = await fetch(url, { method: 'POST', headers, body: data.join('&') })
stdout.write(await reply.text())
process.exitCode = reply.ok ? 0 : 22
