import type { Words } from '#browser/words.ts'
import { useLanguage } from '../messages/language.ts'

/** The words of taking on a customer, loaded with their page. */
const es = {
  title: 'Alta completa de un cliente',
  lead: 'El cliente, su primera instalación con empresa y clave, y su primer contacto, de una vez: o se crea todo o no se crea nada.',
  client: 'Cliente',
  installation: 'Instalación',
  installationCode: 'Código de la instalación',
  company: 'Empresa de la instalación',
  companyCode: 'Código de la empresa',
  companyName: 'Nombre de la empresa',
  contact: 'Primer contacto',
  key: 'Clave de firma',
  create: 'Dar de alta',
  done: (name: string) => `${name} ya está dado de alta`,
  keyTitle: 'La clave de la instalación',
  once: 'El secreto se muestra solo esta vez: cópielo antes de salir. Si se pierde, se crea otra clave en la instalación.',
  kid: 'Identificador (kid)',
  secret: 'Secreto',
  copySecret: 'Copiar el secreto',
  snippetTitle: 'Para pegar en la aplicación de la instalación',
  snippetLead:
    'Este programa de Node imprime un enlace firmado con el que entra el contacto recién creado. Necesita el secreto en la variable SUPPORT_SECRET; en «usr» va el usuario de la aplicación. Se firma en el servidor, al pulsar el botón de soporte: nunca en un navegador.',
  snippet: 'Programa de ejemplo',
  copySnippet: 'Copiar el programa',
  toClient: (name: string) => `Abrir ${name}`,
  toInstallation: (code: string) => `Abrir la instalación ${code}`,
  another: 'Otra alta',
}

const en: Words<typeof es> = {
  title: 'Take on a client',
  lead: 'The client, its first installation with company and key, and its first contact, at once: all of it is created, or nothing.',
  client: 'Client',
  installation: 'Installation',
  installationCode: 'Code of the installation',
  company: 'Company of the installation',
  companyCode: 'Code of the company',
  companyName: 'Name of the company',
  contact: 'First contact',
  key: 'Signing key',
  create: 'Take on',
  done: (name) => `${name} has been taken on`,
  keyTitle: 'The key of the installation',
  once: 'The secret is shown only this once: copy it before you leave. If it gets lost, make another key at the installation.',
  kid: 'Identifier (kid)',
  secret: 'Secret',
  copySecret: 'Copy the secret',
  snippetTitle: "To paste into the installation's application",
  snippetLead:
    'This program for Node prints a signed link by which the new contact enters. It needs the secret in the variable SUPPORT_SECRET; «usr» is the login in the application. Sign on the server, when the support button is pressed: never in a browser.',
  snippet: 'Example program',
  copySnippet: 'Copy the program',
  toClient: (name) => `Open ${name}`,
  toInstallation: (code) => `Open installation ${code}`,
  another: 'Take on another',
}

export const useTakingOnMessages = () => (useLanguage() === 'es' ? es : en)
