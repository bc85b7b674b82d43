/** The status page: state, tasks, queues, errors of browsers, and all of it in one file for whoever helps. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/trust/system.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Server } from '../../context/server.ts';
import type { Db } from '../../db/database.ts';
import { notFound } from '../../db/rows.ts';
import { mount } from '../../http/route.ts';
import { errorGroups } from '../errorRecords/groups.ts';
import { queueStates } from './queues.ts';
import type { ReadStatus } from './status.ts';

const LONGEST_DAYS = 30;
const MICROSECONDS = 1_000;

const jobsOf = async (server: Server, tx: Db, now: number) => ({
  periodic: server.periodic.states(),
  queues: await queueStates(tx, now),
});

/** Whether a thing is set, never what it is set to, where that is an address or a secret. */
const settingsOf = ({ config, engine }: Server) => ({
  engine,
  object_store: config.s3 === null ? 'folder' : 's3',
  tls: config.tls !== null,
  public_url: config.publicUrl !== null,
  trust_proxy: config.trustProxy,
  demo: config.demo,
  tenant_access: config.tenantAccess,
  secret_from_environment: config.secret !== null,
  smtp_from_environment: config.smtp !== null,
  geocoder: config.geocoderUrl !== null,
  map: config.mapUrl !== null,
  rollout_percent: config.rolloutPercent,
  log_level: config.logLevel,
});

export function systemRoutes(app: FastifyInstance, server: Server, readStatus: ReadStatus): void {
  mount(app, contract.systemStatus, ({ ctx }) => readStatus(ctx.tx));
  mount(app, contract.systemJobs, ({ ctx }) => jobsOf(server, ctx.tx, ctx.now));
  mount(app, contract.runSystemJob, async ({ inTenant, params }) => {
    const name = contract.PERIODIC_TASKS.find(one => one === params.name);
    if (name === undefined) throw notFound('task');
    if (!server.periodic.states().some(task => task.name === name))
      throw new AppError('STATE', 'This process does not do that.');
    await inTenant(ctx => {
      ctx.auditNote.target_name = name;
      return Promise.resolve();
    });
    return (await server.periodic.run(name))!;
  });
  mount(app, contract.clientErrorGroups, ({ ctx, query }) => errorGroups(ctx.tx, { now: ctx.now, ...query }));
  mount(app, contract.systemDiagnostics, async ({ ctx: { tx, now } }) => ({
    status: await readStatus(tx),
    jobs: await jobsOf(server, tx, now),
    errors: await errorGroups(tx, { now, days: LONGEST_DAYS }),
    settings: settingsOf(server),
    resources: {
      cpu_ms: Math.round(process.cpuUsage().user / MICROSECONDS),
      memory_bytes: process.memoryUsage.rss(),
      queries: server.queries(),
    },
  }));
}
