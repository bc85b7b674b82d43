/** What the status page shows, as figures for Prometheus: screens, queues, tasks, sizes and what needs attention. */
import { Gauge, type Registry } from 'prom-client';
import { SYSTEM_WARNINGS } from '../../../shared/contract/trust/system.ts';
import type { Server } from '../../context/server.ts';
import type { Figures } from '../../http/metrics.ts';
import { queueStates } from './queues.ts';
import type { ReadStatus } from './status.ts';

const MS = 1_000;
/** s since 1970, as Prometheus writes times; NaN where there is none. */
const secondsOf = (at: string | null) => (at === null ? Number.NaN : Date.parse(at) / MS);

/** Name without its prefix, what it is, and its label. */
const GAUGES = {
  database_up: ['1 where the database answered this scrape', null],
  build_info: ['Always 1; the version stands in its label', 'version'],
  statements: ['Statements sent to the database since the start', null],
  database_bytes: ['Size of the database', null],
  disk_free_bytes: ['Free on the disk that holds the data directory', null],
  disk_total_bytes: ['Size of the disk that holds the data directory', null],
  media_bytes: ['Files of the media library', null],
  screens_paired: ['Screens that belong to a tenant', null],
  screens_online: ['Screens that were seen lately', null],
  certificate_expiry_timestamp_seconds: [
    'When the TLS certificate of this server ends; none: TLS ends elsewhere',
    null,
  ],
  last_backup_timestamp_seconds: ['When the data directory was last backed up', null],
  warning: ['1 where the status page shows this warning', 'code'],
  queue_waiting: ['Entries that wait', 'queue'],
  queue_failed: ['Entries given up within 30 days', 'queue'],
  queue_oldest_timestamp_seconds: ['Since when the oldest entry waits', 'queue'],
  task_failed: ['1 where the last run of a task of this process failed', 'task'],
  task_last_run_timestamp_seconds: ['When the last run of a task of this process began', 'task'],
  task_interval_seconds: ['How often a task of this process runs', 'task'],
  task_seconds: ['How long the last run of a task of this process took', 'task'],
} as const satisfies Record<string, readonly [help: string, label: string | null]>;
type Name = keyof typeof GAUGES;
/** By the value of its label; '' where it has none. */
type Samples = Partial<Record<Name, Readonly<Record<string, number>>>>;

async function samplesOf(server: Server, readStatus: ReadStatus): Promise<Samples> {
  const { status, queues } = await server.tenantTransactions.acrossTenants(async tx => ({
    status: await readStatus(tx),
    queues: await queueStates(tx, server.clock.now()),
  }));
  const byQueue = (of: (queue: (typeof queues)[number]) => number) =>
    Object.fromEntries(queues.map(queue => [queue.name, of(queue)]));
  return {
    database_up: { '': 1 },
    build_info: { [status.server.version]: 1 },
    database_bytes: { '': status.database.bytes },
    disk_free_bytes: { '': status.disk.free_bytes },
    disk_total_bytes: { '': status.disk.total_bytes },
    media_bytes: { '': status.media.bytes },
    screens_paired: { '': status.screens.paired },
    screens_online: { '': status.screens.online },
    certificate_expiry_timestamp_seconds: { '': secondsOf(status.certificate_until) },
    last_backup_timestamp_seconds: { '': secondsOf(status.last_backup_at) },
    warning: Object.fromEntries(SYSTEM_WARNINGS.map(code => [code, status.warnings.includes(code) ? 1 : 0])),
    queue_waiting: byQueue(({ waiting }) => waiting),
    queue_failed: byQueue(({ failed }) => failed),
    queue_oldest_timestamp_seconds: byQueue(({ oldest_at }) => secondsOf(oldest_at)),
  };
}

/** Of this process alone, with or without its database. */
function ownSamples(server: Server): Samples {
  const tasks = server.periodic.states();
  const ran = tasks.flatMap(({ name, last }) => (last ? [{ name, ...last }] : []));
  const byTask = (of: (run: (typeof ran)[number]) => number) =>
    Object.fromEntries(ran.map(run => [run.name, of(run)]));
  return {
    database_up: { '': 0 },
    statements: { '': server.queries() },
    task_failed: byTask(({ failure }) => (failure === null ? 0 : 1)),
    task_last_run_timestamp_seconds: byTask(({ at }) => secondsOf(at)),
    task_interval_seconds: Object.fromEntries(tasks.map(({ name, every_ms }) => [name, every_ms / MS])),
    task_seconds: byTask(({ took_ms }) => took_ms / MS),
  };
}

/** A figure that could not be read is left out, so that no old one stands for it. */
export function platformFigures(server: Server, readStatus: ReadStatus): Figures {
  return (registry: Registry) => {
    const names = Object.keys(GAUGES) as Name[];
    const gauges = new Map(
      names.map(name => {
        const [help, label] = GAUGES[name];
        const labelNames = label === null ? [] : [label];
        return [name, new Gauge({ name: `wayside_${name}`, help, labelNames, registers: [registry] })];
      }),
    );
    return async () => {
      const read = await samplesOf(server, readStatus).catch((): Samples => ({}));
      const samples: Samples = { ...ownSamples(server), ...read };
      for (const [name, gauge] of gauges) {
        const [, label] = GAUGES[name];
        if (label === null) gauge.remove();
        else gauge.reset();
        for (const [value, n] of Object.entries(samples[name] ?? {}))
          if (!Number.isNaN(n)) gauge.set(label === null ? {} : { [label]: value }, n);
      }
    };
  };
}
