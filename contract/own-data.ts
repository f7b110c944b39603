import * as z from 'zod/mini'
import { MAIL_CHOICES, MAX_REQUEST_TEXT } from '#domain/personal-data.ts'
import { body, endpoint, query } from './endpoint.ts'
import {
  as,
  boolean,
  identity,
  instant,
  lettered,
  list,
  nullable,
  optional,
  strictWireObject,
  text,
  wireObject,
} from './wire.ts'

const nothing = nullable(wireObject({}))

/** A person's choice of mails. */
const mailChoice = lettered(MAIL_CHOICES, { 'at-once': 'inmediato', daily: 'diario', acts: 'actos' })

/** The domain checks the rules (`domain/personal-data.ts`), so that all problems are reported at once. */
export const dataChangeRequest = strictWireObject({
  text: as('texto', optional(nullable(text(100_000)))),
  client: as('cliente', optional(nullable(identity('client', z.union([z.int(), z.string().check(z.maxLength(200))]))))),
  acceptsPrivacy: as('aceptaPrivacidad', optional(nullable(boolean))),
})

/**
 * The parts of their own record that people see and change. It is apart from the rest of `session`, because no first
 * screen needs it.
 */
export const ownData = {
  ownDetails: endpoint({
    method: 'GET',
    path: '/login/get_mis_datos',
    summary: 'Whether the caller has a password, and the requested changes of data',
    access: 'full-session',
    input: query({}),
    data: wireObject({
      hasPassword: as('tienePassword', boolean),
      /** For people who log in by password; otherwise null. */
      secondFactor: as(
        'segundoFactor',
        nullable(
          wireObject({
            username: as('usuario', text(200)),
            active: as('activo', boolean),
            required: as('obligatorio', boolean),
          }),
        ),
      ),
      /** How the person wants mails; null without an address of their own on record. */
      mails: as('correos', nullable(wireObject({ email: text(254), choice: as('eleccion', mailChoice) }))),
      requests: as(
        'peticiones',
        list(wireObject({ text: as('texto', text(MAX_REQUEST_TEXT)), at: as('fecha', instant) })),
      ),
    }),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/login/modificar_password',
    summary: "Change one's password; ends the person's other sessions",
    access: 'full-session',
    holdsSecret: true,
    confirmation: 'password-changed',
    input: body({
      current: as('password', optional(nullable(text(200)))),
      next: as('passwordNueva', optional(nullable(text(200)))),
      repeated: as('passwordNuevaRepetida', optional(nullable(text(200)))),
    }),
    data: nothing,
  }),
  requestDataChange: endpoint({
    method: 'POST',
    path: '/login/modificar_datos',
    summary: 'Ask the provider to change personal data',
    access: 'full-session',
    confirmation: 'data-change-requested',
    input: body({ request: as('params', dataChangeRequest) }),
    data: nothing,
  }),
  chooseMails: endpoint({
    method: 'POST',
    path: '/login/elegir_correos',
    summary:
      "How mails reach the person's own address: each at once, one a day, or only those that ask for an act. 403 `rol` without an address on record",
    access: 'full-session',
    input: body({ choice: as('eleccion', mailChoice) }),
    data: nothing,
  }),
  checkAddressLink: endpoint({
    method: 'POST',
    path: '/login/ver_enlace_direccion',
    summary: "Whose changed address a mailed link confirms; 401 if it is no longer valid, whoever's it was",
    budget: 'read',
    access: 'public',
    changes: false,
    input: body({ token: as('t', optional(text(200))) }),
    data: wireObject({ name: as('nombre', text(200)), email: text(254) }),
  }),
  confirmAddress: endpoint({
    method: 'POST',
    path: '/login/confirmar_direccion',
    summary: 'Confirm a changed address by the link that was mailed there: it counts from now on',
    access: 'public',
    input: body({ token: as('t', optional(text(200))) }),
    data: nothing,
  }),
  mailChoiceByLink: endpoint({
    method: 'POST',
    path: '/login/ver_correos',
    summary: "How mails reach the address of a mail, by that mail's link; 401 if it is not one of ours",
    budget: 'read',
    access: 'public',
    changes: false,
    input: body({ link: as('enlace', optional(nullable(text(10_000)))) }),
    data: wireObject({
      choice: as('eleccion', mailChoice),
      /** Whether the month's report comes as well; null: nobody at the address was chosen for it. */
      report: as('informeMensual', nullable(boolean)),
    }),
  }),
  chooseMailsByLink: endpoint({
    method: 'POST',
    path: '/login/elegir_correos_enlace',
    summary: "Choose how mails reach the address of a mail, or whether the month's report does, by that mail's link",
    access: 'public',
    input: body({
      link: as('enlace', optional(nullable(text(10_000)))),
      choice: as('eleccion', optional(mailChoice)),
      report: as('informeMensual', optional(nullable(boolean))),
    }),
    data: nothing,
  }),
}
