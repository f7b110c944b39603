import { readFile } from 'node:fs/promises'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { reasonOf, StartProblem } from '../start-problem.ts'

/** How an archive is encrypted: in the format of age (age-encryption.org), so that `age -d` opens it as well. */
export interface ArchiveKey {
  readonly encrypter: () => Promise<Encrypter>
  /** @throws StartProblem if the file can only encrypt */
  readonly decrypter: () => Decrypter
}

/**
 * Reads the file that `--clave` names: recipients (`age1…`), which can only encrypt; identities (`AGE-SECRET-KEY-1…`); or else a
 * passphrase, its first line.
 */
export async function readArchiveKey(path: string): Promise<ArchiveKey> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartProblem(`${path} cannot be read (${reasonOf(error)}).`)
  })
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const recipients = lines.filter((line) => line.startsWith('age1'))
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  const [passphrase] = lines
  if (passphrase === undefined) throw new StartProblem(`${path} is empty: it needs a key of age, or a passphrase.`)
  const isPassphrase = recipients.length + identities.length === 0
  if (isPassphrase && passphrase.length < 12) {
    throw new StartProblem(`${path} holds a passphrase of ${passphrase.length} characters: it needs 12 at least.`)
  }
  return {
    encrypter: async () => {
      const encrypter = new Encrypter()
      if (isPassphrase) encrypter.setPassphrase(passphrase)
      for (const recipient of recipients) encrypter.addRecipient(recipient)
      for (const identity of identities) encrypter.addRecipient(await identityToRecipient(identity))
      return encrypter
    },
    decrypter: () => {
      if (recipients.length > 0 && identities.length === 0) {
        throw new StartProblem(`${path} can only encrypt: opening a backup needs the file with AGE-SECRET-KEY.`)
      }
      const decrypter = new Decrypter()
      if (isPassphrase) decrypter.addPassphrase(passphrase)
      for (const identity of identities) decrypter.addIdentity(identity)
      return decrypter
    },
  }
}
