import type { Words } from '#browser/words.ts'

export const jobsEs = {
  stopped: 'Los trabajos están parados',
  why: {
    step: 'El reloj del servidor ha saltado más de una hora.',
    apart: 'El reloj del servidor y el de la base de datos difieren en más de un minuto.',
    gap: 'Según el reloj del servidor, los trabajos no se han ejecutado en más de una semana.',
  },
  meanwhile:
    'Mientras tanto no se acepta ningún ticket por silencio, no se cierra ninguna conversación ni se borra nada.',
  askSupervisor: 'Avise a un supervisor.',
  look: 'Compruebe la hora del servidor antes de reanudarlos.',
  resume: 'Reanudar los trabajos',
  late: 'Hay trabajos que no se ejecutan',
  lateSince: (jobs: string, at: string) => `Desde el ${at} esperan: ${jobs}. Mire el registro del portal o reinícielo.`,
  names: {
    silence: 'aceptación por silencio',
    conversations: 'conversaciones sin terminar',
    room: 'espacio en disco',
    paces: 'tiempos habituales',
    housekeeping: 'limpieza',
    schedule: 'el calendario de todos los trabajos',
  } as Readonly<Record<string, string>>,
  resumed: 'Los trabajos se han reanudado',
}

export type JobsMessages = Words<typeof jobsEs>
