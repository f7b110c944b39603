import { createServer } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { waitingWork } from './console/mail/waiting-work-store.ts'
import type { Database } from './db/sql.ts'
import type { Figures, WatchedFigures } from './server-figures.ts'

/** The process's figures, in the format of Prometheus. */
export interface Metrics {
  readonly figures: Figures
  readonly text: () => Promise<string>
}

const SECONDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10]

/** Counts this process's work and, at each reading, the work that waits in the database for all servers. */
export function openMetrics(staff: Database): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'portal_request_seconds',
    help: 'Answered requests by route; a stream counts when it ends',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const database = new Gauge({ name: 'portal_database_up', help: '1 if the database answers', registers })
  const waiting = new Gauge({
    name: 'portal_waiting',
    help: 'What waits to be done, and since when the jobs stand still, in the database of all servers',
    labelNames: ['what'],
    registers,
  })
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const events = counter('portal_stream_events_total', 'Events told on live streams')
  const deliveries = counter('portal_deliveries_total', 'Mails and webhooks handed over or not', 'what', 'outcome')
  const questions = counter('portal_assistant_questions_total', 'Questions to the assistant', 'verdict', 'worded')
  const answers = counter(
    'portal_model_answers_total',
    "The language model's answers; but for «worded» and «left», the reason why the manuals' sentences took their place",
    'outcome',
  )
  const standing: { -readonly [Part in keyof WatchedFigures]?: WatchedFigures[Part] } = {}
  // If the part behind a figure is missing, the figure is absent, not zero.
  const watching = (name: string, help: string, value: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const now = value()
        if (now !== undefined) this.set(now)
        else this.remove()
      },
    })
  watching('portal_streams', 'Open live streams', () => standing.streams?.())
  watching('portal_model_resting', '1 while the language model is left alone after failures', () =>
    standing.isModelResting === undefined ? undefined : Number(standing.isModelResting()),
  )
  return {
    figures: {
      request: ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1000),
      question: (verdict, worded) => questions.inc({ verdict, worded }),
      modelAnswer: (outcome) => answers.inc({ outcome }),
      delivery: (what, outcome) => deliveries.inc({ what, outcome }),
      event: () => events.inc(),
      watch: (more) => Object.assign(standing, more),
    },
    text: async () => {
      const work = await waitingWork(staff).catch(() => null)
      database.set(work ? 1 : 0)
      waiting.reset()
      for (const [what, count] of Object.entries(work ?? {})) waiting.set({ what }, count)
      return register.metrics()
    },
  }
}

/** Serves the figures on a port of their own, which no proxy passes on. Port 0: any free one. */
export async function serveMetrics({ text }: Metrics, port: number, host: string) {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    void text().then(
      (body) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
