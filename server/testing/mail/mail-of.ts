import { randomUUID } from 'node:crypto'

/** The mail server whose verdict on senders counts in tests. */
export const MX = 'mx.cantera.example'

export interface Written {
  readonly from?: string
  readonly to?: string
  readonly subject?: string
  readonly text?: string
  readonly headers?: readonly string[]
  /** Our mail server's verdict by DMARC; null for none. */
  readonly dmarc?: string | null
}

let written = 0

/** A mail as our own mail server puts it into the mailbox. */
export function mailOf({
  from = 'lucia.ferrer@levante.example',
  to = '',
  subject = 'Re: su ticket',
  text = 'Sigue igual.',
  headers = [],
  dmarc = 'pass',
}: Written): Buffer {
  const address = /<([^>]*)>/.exec(from)?.[1] ?? from
  return Buffer.from(
    [
      ...(dmarc === null ? [] : [`Authentication-Results: ${MX}; dmarc=${dmarc} header.from=${address.split('@')[1]}`]),
      `Received: from out.example (out.example [192.0.2.1]) by ${MX}; Mon, 23 Nov 2026 10:00:00 +0000`,
      `Message-ID: <${(written += 1)}.${randomUUID()}@levante.example>`,
      `From: ${from}`,
      `To: ${to || 'soporte@cantera.example'}`,
      `Subject: ${subject}`,
      ...headers,
      ...(headers.some((line) => /^content-type:/i.test(line)) ? [] : ['Content-Type: text/plain; charset=utf-8']),
      '',
      text,
    ].join('\r\n'),
  )
}

/** A mail's text and headers with a file beside its words. */
export const withFile = (name: string, bytes: Uint8Array, words = 'Va el archivo.') => ({
  headers: ['Content-Type: multipart/mixed; boundary=b'],
  text: [
    '--b', 'Content-Type: text/plain; charset=utf-8', '', words,
    '--b', `Content-Type: application/octet-stream; name="${name}"`, 'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`, '', Buffer.from(bytes).toString('base64'), '--b--',
  ].join('\r\n'), // prettier-ignore
})
