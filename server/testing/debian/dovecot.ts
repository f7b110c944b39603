import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, isListening } from './ports.ts'

/** A real Dovecot with one mailbox, as Debian packages it. */
export interface Dovecot {
  /** The mailbox's address. */
  readonly url: string
  /** Puts mails into the mailbox. */
  readonly deliver: (mails: readonly Buffer[]) => Promise<void>
  readonly start: () => Promise<void>
  /** `kill -9` for it and everything that it has started. */
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
}

const PASSWORD = 'secreta'
/** The mails belong to «nobody», because Dovecot reads none as root. */
const NOBODY = 65_534

export async function startDovecot(): Promise<Dovecot> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-dovecot-'))
  const mail = join(folder, 'mail')
  const port = await freePort()
  const isRoot = process.getuid?.() === 0
  for (const part of [mail, ...['cur', 'new', 'tmp'].map((name) => join(mail, name))]) {
    await mkdir(part)
    if (isRoot) await chown(part, NOBODY, NOBODY)
  }
  await chmod(folder, 0o755)
  const configuration = join(folder, 'dovecot.conf')
  await writeFile(configuration, configurationOf(folder, port, isRoot))
  let child: ChildProcess | undefined
  let ended: Promise<string> = Promise.resolve('')
  let delivered = 0

  const start = async () => {
    const started = spawn('dovecot', ['-F', '-c', configuration], {
      env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` },
      stdio: 'ignore',
      detached: true,
    })
    child = started
    ended = new Promise((resolve) => {
      started.once('exit', (code) => resolve(`exit ${code}`))
      started.once('error', (error) => resolve(error.message))
    })
    await Promise.race([
      isListening(port, started),
      ended.then(async (reason) => {
        const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '')
        throw new Error(`Dovecot did not start (${reason}): install it with apt-get install dovecot-imapd. ${log}`)
      }),
    ])
  }
  const kill = async () => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    // It has a process group of its own, so that its processes end with it.
    process.kill(-child.pid, 'SIGKILL')
    await ended
    await sleep(50)
  }
  await start()
  return {
    url: `imap://soporte:${PASSWORD}@127.0.0.1:${port}/INBOX`,
    deliver: async (mails) => {
      for (const each of mails) {
        delivered += 1
        const name = `${1_700_000_000 + delivered}.M${delivered}.test`
        await writeFile(join(mail, 'tmp', name), each)
        if (isRoot) await chown(join(mail, 'tmp', name), NOBODY, NOBODY)
        await rename(join(mail, 'tmp', name), join(mail, 'new', name))
      }
    },
    start,
    kill,
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configurationOf(folder: string, port: number, isRoot: boolean): string {
  const { username, uid, gid } = userInfo()
  const mailUser = isRoot ? `uid=${NOBODY} gid=${NOBODY}` : `uid=${uid} gid=${gid}`
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
${isRoot ? '' : `default_internal_user = ${username}\ndefault_login_user = ${username}`}
first_valid_uid = 1
mail_location = maildir:${folder}/mail
passdb {
  driver = static
  args = user=soporte password=${PASSWORD}
}
userdb {
  driver = static
  args = ${mailUser} home=${folder}/mail
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`
}
