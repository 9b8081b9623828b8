import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BrokenTar, endOfTar, paddingOf, readTar, writeHeader } from './tar.ts'

type File = { name: string; content: Buffer }

const write = (files: File[]): Buffer =>
  Buffer.concat([
    ...files.flatMap(({ name, content }) => [
      writeHeader({ name, kind: 'file', size: content.length }),
      content,
      paddingOf(content.length),
    ]),
    endOfTar,
  ])

async function* inPieces(whole: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
}

const word = fc.stringMatching(/^[a-z0-9_]{1,12}$/)
const file = fc.record({
  name: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('/')),
  content: fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
})

test('a written tar is read back, however the stream is chunked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 5 }), fc.integer({ min: 1, max: 3000 }), async (files, size) => {
      const whole = write(files)
      const tar = readTar(inPieces(whole, size))
      for (const { name, content } of files) {
        expect(await tar.next()).toEqual({ name, kind: 'file', size: content.length })
        const read: Buffer[] = []
        for await (const chunk of tar.content()) read.push(chunk)
        expect(Buffer.concat(read).equals(content)).toBe(true)
      }
      expect(await tar.next()).toBeNull()
      const before = createHash('sha256').update(whole.subarray(0, whole.length - endOfTar.length))
      expect(tar.digestBefore()).toBe(before.digest('hex'))
    }),
  )
})

test('a truncated tar or a changed header is detected', async () => {
  const whole = write([{ name: 'base/1', content: Buffer.from('one') }])
  const readAll = async (bytes: Buffer) => {
    const tar = readTar(inPieces(bytes, 100))
    while (await tar.next());
  }
  await expect(readAll(whole.subarray(0, 700))).rejects.toThrow(BrokenTar)
  const changed = Buffer.from(whole)
  changed[3] = 0x78
  await expect(readAll(changed)).rejects.toThrow(BrokenTar)
})

test('a name that points out of the folder is refused', async () => {
  for (const name of ['../outside', '/etc/passwd', 'base/../../outside', 'base//one']) {
    const tar = readTar(inPieces(write([{ name, content: Buffer.from('x') }]), 512))
    await expect(tar.next(), name).rejects.toThrow(BrokenTar)
  }
})

test('the program tar can read it', async () => {
  const whole = write([{ name: 'base/1', content: Buffer.from('one') }])
  const listed = await new Promise<string>((resolve, reject) => {
    const child = execFile('tar', ['-tvf', '-'], (error, stdout) => (error ? reject(error) : resolve(stdout)))
    child.stdin!.end(whole)
  })
  expect(listed).toMatch(/-rw-------.* 3 .*base\/1/)
})
