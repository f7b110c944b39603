import type { Words } from '#browser/words.ts'
import type { MailboxTroubleKind } from '#domain/mail/mailbox-trouble.ts'

/** The words of the notice about the mailbox. Spanish is the source. */
export const mailboxEs = {
  title: 'No se lee el buzón de correo',
  since: (at: string, why: string) => `Desde el ${at} no entra ningún correo, porque ${why}.`,
  why: {
    refused: 'el servidor de correo no acepta el usuario o la contraseña',
    missing: 'el servidor de correo no encuentra el buzón',
    insecure: 'la conexión con el servidor de correo no es segura: revise su certificado y su cifrado',
    unreachable: 'el servidor de correo no responde',
    'no-room': 'no queda espacio en el disco del portal',
    other: 'falla la lectura: el registro del portal dice más',
  } as Readonly<Record<MailboxTroubleKind, string>>,
  said: (words: string) => `Ha contestado: «${words}»`,
  afterwards: 'Los correos esperan en el buzón y entrarán cuando se pueda leer.',
}

export type MailboxMessages = Words<typeof mailboxEs>
