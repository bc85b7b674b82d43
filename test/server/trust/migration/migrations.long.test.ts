import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MigrationJob, MigrationLine } from '../../../../shared/contract/trust/migration.ts';
import { devices, locations, tenants, users } from '../../../../server/db/schema.ts';
import { sweep } from '../../../../server/app/sweep.ts';
import { workOnNext } from '../../../../server/trust/migration/worker.ts';
import { manualClock } from '../../../support/clock.ts';
import { platformOf } from '../../../support/server/people.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer } from '../../../support/server/server.ts';

const clock = manualClock(Date.parse('2026-11-24T09:00:00.000Z'));
const HOUR_MS = 3_600_000;
let test: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());

const work = async () => {
  while (
    await workOnNext(test.server, new AbortController().signal, error => {
      throw error;
    })
  );
};
const send = async <T = MigrationJob>(method: 'GET' | 'POST', path: string, body?: object, status = 200) => {
  const answer = await call(test, test.admin, method, path, body && { payload: body });
  expect(answer.statusCode, answer.body).toBe(status);
  return answer.json<T>();
};
const bring = (kind: string, content: string, mode = 'create') =>
  send('POST', '/api/migrations', { kind, mode, content, file_name: `${kind}.csv` });
const act = (job: MigrationJob, verb: string, body?: object, status?: number) =>
  send('POST', `/api/migrations/${job.id}/${verb}`, body, status);
const read = (job: MigrationJob) => send('GET', `/api/migrations/${job.id}`);
const linesOf = async (job: MigrationJob, query = '') =>
  (await send<{ lines: MigrationLine[] }>('GET', `/api/migrations/${job.id}/lines${query}`)).lines;
async function checked(kind: string, content: string, mode?: string) {
  const job = await bring(kind, content, mode);
  await act(job, 'dry-run');
  await work();
  return read(job);
}
async function run(kind: string, content: string, mode?: string) {
  const job = await checked(kind, content, mode);
  await act(job, 'run');
  await work();
  return read(job);
}
const placesNamed = (name: string) =>
  test.db
    .select()
    .from(locations)
    .where(and(eq(locations.name, name), isNull(locations.deleted_at)));

describe('a file', () => {
  it('finds its columns by name, remembers how they were mapped, and refuses what is none', async () => {
    const odd = 'Rig;Serial No\nTaxi 1;S-1\n';
    const job = await bring('devices', odd);
    expect(job).toMatchObject({ state: 'uploaded', columns: ['Rig', 'Serial No'], lines: 1, mapping: {} });
    await act(job, 'dry-run', undefined, 409);
    await act(job, 'map', { mode: 'create', mapping: { serial: 'Serial No' } }, 400);
    await act(job, 'map', { mode: 'create', mapping: { name: 'Nowhere' } }, 400);
    await act(job, 'map', { mode: 'create', mapping: { name: 'Rig', serial: 'Serial No' } });
    const again = await bring('devices', odd);
    expect(again).toMatchObject({ state: 'mapped', mapping: { name: 'Rig', serial: 'Serial No' } });
    expect(await bring('devices', '[{"Name":"Taxi 2","tags":["a","b"]}]')).toMatchObject({
      mapping: { name: 'Name', tags: 'tags' },
    });
    for (const content of ['name\n"open', 'name,name\na,b', 'name\n', '[1]', 'name\na,b,c'])
      await send('POST', '/api/migrations', { kind: 'devices', content, file_name: 'x.csv' }, 400);
  });
});

describe('an import of screens', () => {
  it('checks every line and writes nothing, then writes those in order, and is undone', async () => {
    await run('locations', 'name,lat,lng,radius_m,tz\nDepot north,38.7,-9.1,150,Europe/Lisbon\n');
    const content = [
      'name,serial,location,group,orientation,tags',
      'Taxi 201,S-201,Depot north,,90,airport;night',
      'Taxi 202,S-202,Nowhere,,0,',
      'Taxi 203,S-203,,,45,',
      'Taxi 204,S-201,,,0,',
      'Taxi 205,,,,,',
    ].join('\n');
    const job = await checked('devices', content);
    expect(job).toMatchObject({ state: 'validated', lines: 5, ok: 2, err: 3, created: 0 });
    const problems = (await linesOf(job, '?state=err')).map(({ line, problems: [first] }) => [
      line,
      first?.field,
    ]);
    expect(problems).toEqual([
      [2, 'location'],
      [3, 'orientation'],
      [4, '_'],
    ]);
    const named = () => test.db.select().from(devices).where(eq(devices.serial, 'S-201'));
    expect(await named()).toEqual([]);
    await act(job, 'run');
    await work();
    expect(await read(job)).toMatchObject({
      state: 'partial',
      created: 2,
      err: 3,
    });
    expect((await read(job)).undo_until).not.toBeNull();
    const [made] = await named();
    expect(made).toMatchObject({
      name: 'Taxi 201',
      state: 'unpaired',
      orientation: 90,
      tags: ['airport', 'night'],
    });
    expect(made?.location_id).toEqual(expect.any(String));
    const report = await call(test, test.admin, 'GET', `/api/migrations/${job.id}/report`);
    expect(report.body).toContain('Taxi 202,S-202,Nowhere,,0,,2,err,,location: There is no such place.');

    const [other] = await test.db.select().from(devices).where(eq(devices.name, 'Taxi 205'));
    await send('GET', `/api/devices/${other!.id}`);
    await test.db.update(devices).set({ version: 7 }).where(eq(devices.id, other!.id));
    await act(job, 'rollback');
    await work();
    expect(await read(job)).toMatchObject({ state: 'rolled_back', kept: 1, undo_until: null });
    expect(await linesOf(job, '?state=kept')).toMatchObject([{ name: 'Taxi 205' }]);
    expect(await named()).toMatchObject([{ state: 'retired' }]);
  });
});

describe('an import into what is there', () => {
  it('makes or changes, says what stays as it is, and gives back what was there', async () => {
    const head = 'external_id,name,lat,lng,radius_m,tz,address\n';
    const first = await run('locations', `${head}L-1,Station,38.71,-9.12,100,Europe/Lisbon,Square 1\n`);
    expect(first).toMatchObject({ state: 'completed', created: 1 });
    const content = `${head}L-1,Station,38.71,-9.12,250,Europe/Lisbon,\nL-2,Harbour,38.70,-9.13,100,Europe/Lisbon,\n`;
    const refused = await checked('locations', content);
    expect(await linesOf(refused)).toMatchObject([{ state: 'err' }, { state: 'ok', act: 'create' }]);
    const job = await run('locations', content, 'upsert');
    expect(job).toMatchObject({ state: 'completed', created: 1, updated: 1 });
    expect(await placesNamed('Station')).toMatchObject([{ radius_m: 250, address: 'Square 1' }]);
    const same = await run('locations', content, 'upsert');
    expect(same).toMatchObject({ state: 'completed', unchanged: 2, undo_until: null });
    await act(job, 'rollback');
    await work();
    expect(await placesNamed('Station')).toMatchObject([{ radius_m: 100, address: 'Square 1' }]);
    expect(await placesNamed('Harbour')).toEqual([]);
  });

  it('can be undone for a day', async () => {
    const job = await run('locations', 'name,lat,lng,radius_m,tz\nMarket,38.7,-9.1,100,Europe/Lisbon\n');
    clock.jump(25 * HOUR_MS);
    test.admin = await test.signIn('admin');
    await act(job, 'rollback', undefined, 422);
    expect(await placesNamed('Market')).toHaveLength(1);
  });
});

describe('an import of people', () => {
  it('makes accounts without a password, below the role of whoever brings them, within the plan', async () => {
    const [own] = await test.db.select().from(tenants).where(eq(tenants.id, test.tenant_id));
    const there = await test.db.$count(
      users,
      and(eq(users.tenant_id, test.tenant_id), isNull(users.deleted_at)),
    );
    await test.db
      .update(tenants)
      .set({ limits: { ...own!.limits, users: there + 2 } })
      .where(eq(tenants.id, test.tenant_id));
    const content = [
      'email,role',
      'desk.one@fleet.example,viewer',
      'boss@fleet.example,owner',
      'staff@fleet.example,staff_admin',
      'none,viewer',
      'desk.two@fleet.example,analyst',
      'desk.three@fleet.example,analyst',
    ].join('\n');
    const job = await run('users', content);
    expect(job).toMatchObject({ state: 'partial', created: 2 });
    const states = (await linesOf(job)).map(({ name, state }) => `${name} ${state}`);
    expect(states).toEqual([
      'desk.one@fleet.example done',
      'boss@fleet.example err',
      'staff@fleet.example err',
      'none err',
      'desk.two@fleet.example done',
      'desk.three@fleet.example err',
    ]);
    const [made] = await test.db.select().from(users).where(eq(users.email, 'desk.one@fleet.example'));
    expect(made).toMatchObject({ role: 'viewer', status: 'active', password_hash: null });
    await test.db.update(tenants).set({ limits: own!.limits }).where(eq(tenants.id, test.tenant_id));
  });
});

describe('a job', () => {
  it('goes on after the server was killed, and is stopped between two steps', async () => {
    const rows = Array.from({ length: 1_200 }, (_, n) => `Stop ${n},38.7,-9.1,100,Europe/Lisbon`);
    const job = await checked('locations', `name,lat,lng,radius_m,tz\n${rows.join('\n')}\n`);
    expect(job).toMatchObject({ ok: 1_200 });
    await act(job, 'run');
    const stop = new AbortController();
    await workOnNext(
      test.server,
      {
        get aborted() {
          return stop.signal.aborted || (stop.abort(), false);
        },
      } as AbortSignal,
      () => undefined,
    );
    expect(await read(job)).toMatchObject({ state: 'running', done: 500, created: 500 });
    await work();
    expect(await read(job)).toMatchObject({ state: 'completed', created: 1_200 });
    const more = await checked('locations', `name,lat,lng,radius_m,tz\nQuay,38.7,-9.1,100,Europe/Lisbon\n`);
    await act(more, 'cancel');
    expect(await read(more)).toMatchObject({ state: 'cancelled' });
    await act(more, 'run', undefined, 409);
  });
});

describe('the lines of a file', () => {
  it('go a month after the last work on them, and the list keeps what was done', async () => {
    const job = await run('locations', 'name,lat,lng,radius_m,tz\nOld quay,38.7,-9.1,100,Europe/Lisbon\n');
    clock.jump(29 * 24 * HOUR_MS);
    await sweep(test.server);
    test.admin = await test.signIn('admin');
    expect(await linesOf(job)).toHaveLength(1);
    clock.jump(2 * 24 * HOUR_MS);
    await sweep(test.server);
    test.admin = await test.signIn('admin');
    expect(await linesOf(job)).toEqual([]);
    expect(await read(job)).toMatchObject({ created: 1 });
  });
});

describe('the rights of whoever brings a file', () => {
  it('are those he has at each step: staff bring one for a customer, and who is demoted stops', async () => {
    const platform = await platformOf(test);
    const staff = await test.signIn('staff_super_admin', platform);
    const headers = { ...staff.headers, 'x-tenant-id': test.tenant_id };
    const by = { headers };
    const content = 'name,lat,lng,radius_m,tz\nStaff quay,38.7,-9.1,100,Europe/Lisbon\n';
    const payload = { kind: 'locations', file_name: 'a.csv', content };
    const job = (await call(test, by, 'POST', '/api/migrations', { payload })).json<MigrationJob>();
    for (const verb of ['dry-run', 'run']) {
      await call(test, by, 'POST', `/api/migrations/${job.id}/${verb}`, { payload: {} });
      await work();
    }
    expect(await read(job)).toMatchObject({ state: 'completed', created: 1 });

    const other = await test.signIn('admin');
    const rows = content.replace('Staff', 'Late');
    const late = (
      await call(test, other, 'POST', '/api/migrations', { payload: { ...payload, content: rows } })
    ).json<MigrationJob>();
    await call(test, other, 'POST', `/api/migrations/${late.id}/dry-run`, { payload: {} });
    await work();
    await call(test, other, 'POST', `/api/migrations/${late.id}/run`, { payload: {} });
    await test.db.update(users).set({ role: 'viewer' }).where(eq(users.id, other.id));
    await work();
    expect(await read(late)).toMatchObject({ state: 'failed', failure: 'rights', created: 0 });
    expect(await placesNamed('Late quay')).toEqual([]);
  });
});

describe('a plan that holds less than there is', () => {
  it('keeps nobody from changing or taking back what was imported', async () => {
    const job = await run('devices', 'name,serial\nPlan 1,P-1\nPlan 2,P-2\n');
    expect(job).toMatchObject({ state: 'completed', created: 2 });
    const [own] = await test.db.select().from(tenants).where(eq(tenants.id, test.tenant_id));
    const limits = (most: number | null) =>
      test.db
        .update(tenants)
        .set({ limits: { ...own!.limits, devices: most } })
        .where(eq(tenants.id, test.tenant_id));
    await limits(0);
    const louder = await run('devices', 'serial,name,volume\nP-1,Plan 1,70\n', 'upsert');
    expect(louder).toMatchObject({ state: 'completed', updated: 1 });
    await act(louder, 'rollback');
    await work();
    expect(await read(louder)).toMatchObject({ state: 'rolled_back', kept: 0 });
    await limits(own!.limits.devices);
  });
});
