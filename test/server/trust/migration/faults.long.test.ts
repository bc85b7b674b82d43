import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEvents, devices, locations, users } from '../../../../server/db/schema.ts';
import { readFile } from '../../../../server/trust/migration/readFile.ts';
import { workOnNext } from '../../../../server/trust/migration/worker.ts';
import { manualClock } from '../../../support/clock.ts';
import { importDesk, type ImportDesk } from './importDesk.ts';
import { startTestServer } from '../../../support/server/server.ts';

const clock = manualClock(Date.parse('2026-11-24T09:00:00.000Z'));
let test: Awaited<ReturnType<typeof startTestServer>>;
let desk: ImportDesk;
beforeAll(async () => {
  test = await startTestServer({ clock });
  desk = importDesk(test);
});
afterAll(() => test.close());
const PLACE = '38.7,-9.1,100,Europe/Lisbon';

describe('an import that is undone', () => {
  it('gives back a row that its file changed twice, from the last change to the first', async () => {
    const head = 'external_id,name,lat,lng,radius_m,tz\n';
    await desk.run('locations', `${head}T-1,Old pier,${PLACE}\n`);
    const filler = Array.from({ length: 500 }, (_, n) => `,Row ${n},${PLACE}`);
    const twice = [`T-1,New pier,${PLACE}`, ...filler, ',New pier,38.7,-9.1,777,Europe/Lisbon'];
    const job = await desk.run('locations', `${head}${twice.join('\n')}\n`, 'upsert');
    expect(job).toMatchObject({ state: 'completed', created: 500, updated: 2 });
    const place = () => test.db.select().from(locations).where(eq(locations.external_id, 'T-1'));
    expect(await place()).toMatchObject([{ name: 'New pier', radius_m: 777 }]);
    expect(await desk.undone(job)).toMatchObject({ state: 'rolled_back', kept: 0 });
    expect(await place()).toMatchObject([{ name: 'Old pier', radius_m: 100 }]);
    const left = await test.db.$count(
      locations,
      and(eq(locations.tenant_id, test.tenant_id), isNull(locations.deleted_at)),
    );
    expect(left).toBe(1);
  });

  it('frees the addresses of its accounts, and each of them has an event of its own', async () => {
    const content = 'email,role\nagain@fleet.example,viewer\n';
    const first = await desk.run('users', content);
    const [made] = await test.db.select().from(users).where(eq(users.email, 'again@fleet.example'));
    await desk.undone(first);
    const second = await desk.run('users', content);
    expect(second, await desk.remarks(second)).toMatchObject({ state: 'completed', created: 1 });
    const actions = await test.db
      .select({ action: auditEvents.action, actor_id: auditEvents.actor_id })
      .from(auditEvents)
      .where(eq(auditEvents.target_id, made!.id))
      .orderBy(desc(auditEvents.seq));
    expect(actions).toEqual([
      { action: 'user.delete', actor_id: test.admin.id },
      { action: 'user.create', actor_id: test.admin.id },
    ]);
  });

  it('tries a line again after faults of the moment, so that no row is called kept that is not', async () => {
    const job = await desk.run('devices', 'name,serial\nTaxi 301,F-301\nTaxi 302,F-302\n');
    await desk.call('POST', `/api/migrations/${job.id}/rollback`);
    const faults = failing(3);
    const seen: unknown[] = [];
    await workOnNext(test.server, new AbortController().signal, error => seen.push(error));
    faults.end();
    expect(seen).toHaveLength(2);
    await desk.work();
    expect(await desk.read(job)).toMatchObject({ state: 'rolled_back', kept: 0 });
    const rows = await test.db
      .select()
      .from(devices)
      .where(sql`${devices.serial} in ('F-301', 'F-302')`);
    expect(rows.map(({ state }) => state)).toEqual(['retired', 'retired']);
  });
});

/** The next steps that come to their lines fail, as where the database is away for a moment. */
function failing(times: number) {
  const { tenantTransactions } = test.server;
  const acrossTenants = tenantTransactions.acrossTenants.bind(tenantTransactions);
  let calls = 0;
  let left = times;
  tenantTransactions.acrossTenants = (act: never) => {
    calls += 1;
    if (calls > 1 && left > 0) {
      left -= 1;
      return Promise.reject(new Error('The connection was lost.'));
    }
    return acrossTenants(act);
  };
  return {
    end: () => {
      tenantTransactions.acrossTenants = acrossTenants;
    },
  };
}

describe('a mapping', () => {
  it('is remembered from the last file that was mapped, not from one that never was', async () => {
    const file = 'Rig;No\nTaxi 400;N-400\n';
    const first = await desk.bring('devices', file);
    const waiting = await desk.bring('devices', file);
    expect(waiting.state).toBe('uploaded');
    clock.jump(1_000);
    const mapping = { name: 'Rig', serial: 'No' };
    await desk.call('POST', `/api/migrations/${first.id}/map`, { mode: 'create', mapping });
    expect(await desk.bring('devices', file)).toMatchObject({ state: 'mapped', mapping });
  });
});

describe('a file', () => {
  it('is read as spreadsheets write it', async () => {
    const one = { columns: ['name', 'serial'], lines: [{ name: 'Taxi', serial: 'S-1' }] };
    for (const content of [
      '\uFEFF[{"name":"Taxi","serial":"S-1"}]',
      'sep=;\r\nname;serial\r\nTaxi;S-1\r\n',
      '\uFEFFsep=;\nname;serial\nTaxi;S-1\n',
      'name;serial;;\nTaxi;S-1;;\n;;;\n;;;\n',
      '\uFEFFname,serial,,\r\nTaxi,S-1,,\r\n,,,\r\n',
    ])
      expect(await readFile(content), content).toEqual(one);
    await expect(readFile('name;;serial\nTaxi;;S-1\n')).rejects.toThrow('name of its own');
  });

  it('of a hundred thousand lines lets others have their turn while it is read', async () => {
    const rows = Array.from({ length: 100_000 }, (_, n) => `Row ${n},38.7,-9.1,100,Europe/Lisbon`);
    let turns = 0;
    let isReading = true;
    const count = () => {
      turns += 1;
      if (isReading) setImmediate(count);
    };
    setImmediate(count);
    const { lines } = await readFile(`name,lat,lng,radius_m,tz\n${rows.join('\n')}\n`);
    isReading = false;
    expect(lines).toHaveLength(100_000);
    expect(turns).toBeGreaterThan(10);
  });
});
