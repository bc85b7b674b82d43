/** The real server on the real engine: embedded by default, PostgreSQL where TEST_DATABASE_URL is set. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { systemClock, type Clock } from '../../../shared/clock.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { registerBuild } from '../../../server/fleet/builds/builds.ts';
import { uuid7 } from '../../../shared/random.ts';
import { readConfig, type Config } from '../../../server/context/config.ts';
import { sql } from 'drizzle-orm';
import { tenants, users } from '../../../server/db/schema.ts';
import { runDueJobs } from '../../../server/jobs/worker.ts';
import { JOB_HANDLERS } from '../../../server/app/jobs.ts';
import { buildApp } from '../../../server/app/app.ts';
import { defaultTenant, firstRun } from '../../../server/identity/firstRun.ts';
import type { Dns } from '../../../server/net/dns.ts';
import type { Outbound } from '../../../server/net/outbound.ts';
import type { PartnerCalls } from '../../../server/programmatic/calls/callPartner.ts';
import type { Email } from '../../../server/mail/mail.ts';
import { hash } from '@node-rs/argon2';
import { openServer } from '../../../server/app/open.ts';
import { namingWrites } from './naming.ts';
import { asOwner, urlOf } from '../cluster.ts';

export const TEST_PASSWORD = 'Wayside-test-1';
const adminUrl = process.env['TEST_DATABASE_URL'];

async function freshDatabase(cluster: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `t_${uuid7(Date.now()).replaceAll('-', '')}`;
  /** The template stands in the cluster of the run; on another one the server migrates. */
  const template = cluster === adminUrl ? ` template ${inject('pgTemplate')}` : '';
  await asOwner(cluster, `create database ${name}${template}`);
  return {
    url: urlOf(cluster, name),
    drop: async () => {
      await asOwner(cluster, `drop database if exists ${name} with (force)`);
    },
  };
}

/** A data directory with an initialised database, copied from the template of this run. */
export function freshDataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'wayside-test-'));
  const template = inject('pgTemplate');
  if (existsSync(template)) {
    mkdirSync(join(dir, 'pgdata'));
    cpSync(template, join(dir, 'pgdata'), { recursive: true });
  }
  return dir;
}

/** Each sign-in comes from its own address, because sign-ins are limited by network. */
let addresses = 0;
export const nextAddress = () => `10.${(++addresses >> 8) & 255}.${addresses & 255}.1`;

/** Whatever lies in `dist`. */
export const TEST_BUILD = 'Bu1ldOne';

/** Where a server keeps what outlives it. */
export interface ServerPlace {
  /** null: in the data directory. */
  databaseUrl: string | null;
  dataDir: string;
}
export interface TestServerOptions {
  clock?: Clock;
  /** The address under which the server reaches its PostgreSQL. */
  databaseAt?: (url: string) => Promise<string>;
  /** Another cluster than the one of the run. */
  cluster?: string;
  config?: Partial<Config>;
  outbound?: Outbound;
  dns?: Dns;
  partnerCalls?: PartnerCalls;
  /** What another one works on, or has left behind when it was killed; whoever made it removes it. */
  place?: ServerPlace;
  /** `real`: by SMTP or as files, as the configuration says. */
  mail?: 'real';
}
/** Tests stay on this machine: every address answers with a feed that has nothing in it. */
const EMPTY_FEED = '<rss><channel><title>Nothing new</title></channel></rss>';
const staysHere: Outbound = () =>
  Promise.resolve({ isModified: true, bytes: Buffer.from(EMPTY_FEED), etag: null, last_modified: null });

const NO_RECORDS: Dns = { txt: () => Promise.resolve([]), cname: () => Promise.resolve([]) };

export async function startTestServer(options: TestServerOptions = {}) {
  const cluster = options.cluster ?? adminUrl;
  const fresh = cluster === undefined || options.place ? null : await freshDatabase(cluster);
  const place: ServerPlace = options.place ?? {
    databaseUrl: fresh && fresh.url,
    dataDir: fresh ? mkdtempSync(join(tmpdir(), 'wayside-test-')) : freshDataDir(),
  };
  const { dataDir } = place;
  const config: Config = {
    ...readConfig(['--demo', 'off', '--data', dataDir, '--port', '0'], {}),
    databaseUrl: place.databaseUrl && ((await options.databaseAt?.(place.databaseUrl)) ?? place.databaseUrl),
    logLevel: 'silent',
    ...options.config,
  };
  const emails: Email[] = [];
  const jobFaults: object[] = [];
  const {
    server: opened,
    network,
    database,
  } = await openServer(config, {
    clock: options.clock ?? systemClock,
    ...(options.mail === 'real' ? {} : { mail: { send: email => Promise.resolve(void emails.push(email)) } }),
    outbound: options.outbound ?? staysHere,
    dns: options.dns ?? NO_RECORDS,
    ...(options.partnerCalls && { partnerCalls: options.partnerCalls }),
  });
  const server = { ...opened, playerBuild: TEST_BUILD };
  const { db } = database;
  await firstRun(server);
  await registerBuild(server);
  const app = namingWrites(await buildApp(server, network));
  const runJobs = () => runDueJobs(server, JOB_HANDLERS, faults => void jobFaults.push(faults));
  /** What a request queues is done before its answer comes, so that tests see its e-mails at once. */
  app.addHook('onSend', async () => {
    if (server.newJobs.take()) await runJobs();
  });
  await app.ready();
  const tenant_id = await defaultTenant(server.tenantTransactions);

  /** A user of that role with TEST_PASSWORD, signed in. */
  const signIn = async (role: Role, tenant = tenant_id) => {
    const id = uuid7(server.clock.now());
    const email = `${role}-${id}@test.example`;
    await db.insert(users).values({
      id,
      tenant_id: tenant,
      email,
      role,
      status: 'active',
      password_hash: await testHash,
    });
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: TEST_PASSWORD },
      remoteAddress: nextAddress(),
    });
    const { tokens } = answer.json<{ tokens: { access_token: string; refresh_token: string } }>();
    const headers = { authorization: `Bearer ${tokens.access_token}`, 'x-tenant-id': tenant };
    return { id, email, token: tokens.access_token, tokens, tenant_id: tenant, headers };
  };
  const addTenant = async (slug: string) => {
    const id = uuid7(server.clock.now());
    await db.insert(tenants).values({ id, name: slug, slug, kind: 'fleet' });
    return id;
  };
  /**
   * Resolves once this node has heard every notice of changed devices committed so far: PostgreSQL delivers them a
   * moment after the commit, in the order of the commits. A call counted before that may find its cache emptied; the
   * first call after it fills the cache again.
   */
  const hearNotices = async () => {
    const channel = `wayside_heard_${uuid7(server.clock.now()).replaceAll('-', '')}`;
    await new Promise<void>((heard, failed) => {
      server
        .listen(channel, { heard: () => heard(), missed: () => heard() })
        .then(() => db.execute(sql`select pg_notify(${channel}, '')`))
        .catch(failed);
    });
  };
  /** Of the one that was started first: others work on it, too. */
  const remove = async () => {
    await fresh?.drop();
    if (!options.place) rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    app,
    server,
    network,
    place,
    remove,
    hearNotices,
    /** Direct access without row-level security. */
    db,
    /** Sent e-mails, newest last. */
    emails,
    /** Runs what is due; each fault of a job is added to `jobFaults`. */
    runJobs,
    jobFaults,
    tenant_id,
    signIn,
    addTenant,
    admin: await signIn('admin'),
    async close() {
      await app.close();
      await server.close();
      await remove();
    },
  };
}
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/** Costs next to nothing to verify: most tests sign somebody in and are not about that. */
const testHash = hash(TEST_PASSWORD, { memoryCost: 8, timeCost: 1 });
