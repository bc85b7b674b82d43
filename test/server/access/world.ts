/** Two fleets and the platform on one database, served by servers that roll back every transaction. */
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { address } from '../../../shared/contract/wire/endpoint.ts';
import { endpoints } from '../../support/contract.ts';
import type { ErrorCode } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { tenants } from '../../../server/db/schema.ts';
import { buildApp } from '../../../server/app/app.ts';
import { manualClock } from '../../support/clock.ts';
import { signedHeaders } from '../../support/device.ts';
import { startTestServer } from '../../support/server/server.ts';
import { CALLS } from './expected.ts';
import type { Mode, Outcome, Where } from './outcome.ts';
import { makePlace } from './tenantRows.ts';
import { makeGuest, makePrincipals, type Principal } from './principals.ts';
import { rollingBack } from './rollback.ts';
import { SAMPLES, type Sample } from './samples.ts';

/** A run that only asks whether anything is caught stops at the first deviation. */
export const STOPS_AT = Number(process.env['ACCESS_STOPS_AT'] ?? Infinity);

/** Of the contract, and what is served beside it. */
const BESIDE = ['/healthz', '/readyz', '/metrics', '/docs/json'].map(path => `GET ${path}`);
const UPLOADS = ['POST ', 'HEAD /:id', 'PATCH /:id', 'DELETE /:id'].map(one =>
  one.replace(' ', ' /api/uploads'),
);
export const keys = [...endpoints.map(e => `${e.method} ${e.path}`), ...BESIDE, ...UPLOADS];
export const callOf = (key: string) => {
  const call = CALLS[key];
  if (!call) throw new Error(`${key} stands on no page: add it to expected.ts`);
  return call;
};

const MINUTE_MS = 60_000;
/** Each call from a network of its own: what is limited by network is not tried here. */
let networks = 0;
const nextNetwork = () => `10.${(++networks >> 8) & 255}.${networks & 255}.1`;

/** Routes of the mock partner are none of the API, so it is switched on once the others stand. */
export async function appOfTests(
  server: Parameters<typeof buildApp>[0],
  network: Parameters<typeof buildApp>[1],
): Promise<FastifyInstance> {
  const config = { ...server.config };
  const app = await buildApp({ ...server, config }, network);
  config.mockDsp = true;
  return app;
}

export async function startWorld() {
  /** It stands still, so that no token ends and no link changes while thousands of calls are tried. */
  const clock = manualClock(Date.now());
  const test = await startTestServer({ clock });
  const { server, db } = test;
  await db.update(tenants).set({ portal_business: true }).where(eq(tenants.id, test.tenant_id));
  const [staff] = await db.select().from(tenants).where(eq(tenants.kind, 'platform'));
  const platform_id = staff?.id ?? '';
  const other_id = await test.addTenant('other-fleet');
  const fleetOf = async (tenant_id: string, slug: string, picture: string) =>
    makePlace(test, {
      ...{ tenant_id, slug, picture, parent_id: tenant_id, lowest: 'viewer' },
      by: await test.signIn('manager', tenant_id),
    });
  const places = {
    fleet: await fleetOf(test.tenant_id, 'own', 'picture.jpg'),
    others: await fleetOf(other_id, 'other', 'picture.webp'),
    platform: await makePlace(test, {
      ...{ tenant_id: platform_id, slug: 'staff', picture: 'picture.png' },
      ...{ parent_id: null, lowest: 'staff_support' },
      by: await test.signIn('staff_admin', platform_id),
    }),
  };
  /** Sign-ins are limited by the minute. */
  clock.jump(MINUTE_MS);
  const principals = await makePrincipals(test, places);
  const guest = await makeGuest(test);
  const tenantTransactions = rollingBack(server.tenantTransactions);
  const appOf = (tenantAccess: Mode) =>
    appOfTests({ ...server, tenantTransactions, config: { ...server.config, tenantAccess } }, test.network);
  const apps: Record<Mode, FastifyInstance> = { spec: await appOf('spec'), strict: await appOf('strict') };
  return {
    test,
    places,
    principals,
    guest,
    apps,
    async close() {
      await apps.spec.close();
      await apps.strict.close();
      await test.close();
    },
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;

export const placeOf = ({ places }: World, by: Principal, side: Where['acts']) =>
  side === 'own' ? by.home : side === 'other' ? by.other : places.platform;

export interface Ask {
  key: string;
  by: Principal;
  where: Where;
  mode: Mode;
}
export const sampleOf = (world: World, { key, by, where }: Ask): Sample => {
  const make = SAMPLES[key];
  if (!make) throw new Error(`${key} has no sample: add one to samples.ts`);
  return make({ of: placeOf(world, by, where.rows), by, isOwn: where.rows === 'own', guest: world.guest });
};

/** A HEAD has no body: its status names the code. */
const BODILESS: Record<number, Outcome> = { 401: 'AUTH_REQUIRED', 403: 'FORBIDDEN', 404: 'NOT_FOUND' };

/** The answer to a sample, as this principal sends it. */
export async function send(
  world: World,
  ask: Ask,
  sample = sampleOf(world, ask),
  app = world.apps[ask.mode],
) {
  const { by, where } = ask;
  const [method = '', path = ''] = ask.key.split(' ');
  const target = address(path, sample.params, sample.query);
  const body = sample.body === undefined ? undefined : JSON.stringify(sample.body);
  const now = world.test.server.clock.now();
  const signature = by.screen
    ? signedHeaders(
        by.screen.key,
        { method, target, ...(body === undefined ? {} : { body }) },
        { id: by.screen.id, ms: now },
      )
    : {};
  const answer = await app.inject({
    method: method as 'GET',
    url: target,
    remoteAddress: nextNetwork(),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(by.token === null ? {} : { authorization: `Bearer ${by.token}` }),
      ...(sample.version === undefined ? {} : { 'if-match': `"${sample.version}"` }),
      'x-tenant-id': placeOf(world, by, where.acts).tenant_id,
      'idempotency-key': uuid7(now),
      ...signature,
      ...sample.headers,
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  return answer;
}
type Answer = Awaited<ReturnType<typeof send>>;

export function outcomeOf(answer: Answer): string {
  if (answer.statusCode < 400) return 'ok';
  if (answer.body === '') return BODILESS[answer.statusCode] ?? `${answer.statusCode}`;
  return answer.json<{ error: ErrorCode }>().error;
}

/** Turns off row-level security only: the filters of the repositories remain. */
export async function setFence({ test: { db } }: World, isUp: boolean): Promise<void> {
  const tables = rowsOf<{ name: string }>(
    await db.execute(sql`select tablename as name from pg_tables where schemaname = 'public'
      and tablename in (select tablename from pg_policies)`),
  );
  for (const { name } of tables)
    await db.execute(
      sql`alter table ${sql.identifier(name)} ${sql.raw(isUp ? 'enable' : 'disable')} row level security`,
    );
}
