import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATION_FIELDS, MIGRATION_KINDS } from '../../../../shared/contract/trust/migrationKinds.ts';
import { ROLES } from '../../../../shared/contract/wire/roles.ts';
import { allows } from '../../../../shared/contract/wire/access.ts';
import {
  campaigns,
  contentItems,
  creatives,
  deviceGroups,
  devices,
  earnings,
  locations,
  playlistItems,
  playlists,
  tenants,
  users,
} from '../../../../server/db/schema.ts';
import { manualClock } from '../../../support/clock.ts';
import { importDesk, type ImportDesk } from './importDesk.ts';
import { startTestServer } from '../../../support/server/server.ts';

const DAY_MS = 24 * 3_600_000;
const clock = manualClock(Date.parse('2026-11-24T09:00:00.000Z'));
let test: Awaited<ReturnType<typeof startTestServer>>;
let desk: ImportDesk;
let currency: string;
const OWNER = 'driver.of.101@fleet.example';
beforeAll(async () => {
  test = await startTestServer({ clock });
  desk = importDesk(test);
  const [own] = await test.db.select().from(tenants).where(eq(tenants.id, test.tenant_id));
  currency = own!.currency;
});
afterAll(() => test.close());

const living = <T extends typeof creatives | typeof playlists | typeof campaigns>(table: T, name: string) =>
  test.db
    .select()
    .from(table as typeof creatives)
    .where(and(eq(table.name, name), isNull(table.deleted_at)));

/** One line of each kind, as another system would write it; each names what those before it have made. */
const files = (): [kind: (typeof MIGRATION_KINDS)[number], content: string][] => [
  [
    'locations',
    'name,lat,lng,radius_m,tz,external_id,hours,venue\nDepot north,38.7,-9.1,150,Europe/Lisbon,D-1,"Mo-Fr 06:00-12:00,13:00-22:00; Su 22:00-04:00",103\n',
  ],
  ['devices', 'name,serial,location,group,vehicle,tags\nTaxi 101,S-101,Depot north,Night,101,airport;late\n'],
  ['users', `email,role,first_name\n${OWNER},device_owner,Front\n`],
  [
    'creatives',
    'name,media,alt_text,languages,cats,valid_until\nSummer sale,summer.png,A beach,en;zh,IAB22,2027-08-31\n',
  ],
  ['playlists', 'name,items,default_duration_ms\nDay loop,Summer sale|12; Summer sale,9000\n'],
  [
    'campaigns',
    `name,advertiser,starts_at,ends_at,budget_minor,currency,creatives,goal,goal_amount\nSummer 2027,Harbour Mall,2027-06-01T00:00:00Z,2027-07-01T02:00:00+02:00,500000,${currency},Summer sale|3,plays,20000\n`,
  ],
  [
    'content',
    'kind,title_en,body_en,image,lat,lng,radius_m,duration_min\ntourism,The old lighthouse,Ten minutes on foot.,summer.png,38.7,-9.1,2000,45\n',
  ],
  [
    'earnings',
    `period,owner,screen,currency,gross_minor,fee_minor,net_minor,plays\n2026-03,${OWNER},S-101,${currency},12500,2500,10000,4200\n`,
  ],
];

describe('all kinds of data', () => {
  it('OPEN-ADMIN-01 are imported with a dry run, exported as CSV and JSON, found unchanged when brought again, and rolled back', async () => {
    await desk.group('Night');
    await desk.picture('summer.png');
    const jobs = [];
    for (const [kind, content] of files()) {
      const checked = await desk.checked(kind, content);
      expect(checked, await desk.remarks(checked)).toMatchObject({ ok: 1, err: 0, created: 0 });
      const job = await desk.finish(checked);
      expect(job, await desk.remarks(job)).toMatchObject({ state: 'completed', created: 1 });
      jobs.push(job);
    }
    expect(jobs.map(({ kind }) => kind).sort()).toEqual([...MIGRATION_KINDS].sort());
    for (const kind of MIGRATION_KINDS)
      for (const format of ['csv', 'json'] as const) {
        const file = await desk.exported(kind, format);
        const again = await desk.checked(kind, file, 'upsert');
        expect(again.state, kind).toBe('validated');
        expect(again.err, `${kind} ${await desk.remarks(again)}`).toBe(0);
        const acts = (await desk.lines(again)).map(({ act }) => act);
        expect(acts.length, kind).toBeGreaterThan(0);
        expect(new Set(acts), `${kind} as ${format}: ${file}`).toEqual(new Set(['same']));
      }
    for (const job of jobs.reverse())
      expect(await desk.undone(job), job.kind).toMatchObject({ state: 'rolled_back', kept: 0 });
    expect(await living(creatives, 'Summer sale')).toEqual([]);
    expect(await living(playlists, 'Day loop')).toEqual([]);
    expect(await living(campaigns, 'Summer 2027')).toEqual([]);
    expect(await test.db.select().from(earnings).where(eq(earnings.imported, true))).toEqual([]);
    expect(await test.db.select().from(users).where(eq(users.email, OWNER))).toEqual([]);
  });

  it('say when a location is open and what kind of place it is, and refuse what is neither', async () => {
    const head = 'name,lat,lng,radius_m,tz,hours,venue\n';
    const at = '38.7,-9.1,150,Europe/Lisbon';
    const job = await desk.run('locations', `${head}Kiosk,${at},Tu-Th 09:00-18:00; We off,103\n`);
    expect(job, await desk.remarks(job)).toMatchObject({ created: 1 });
    const span = { start: '09:00', end: '18:00' };
    expect(await test.db.select().from(locations).where(eq(locations.name, 'Kiosk'))).toMatchObject([
      { hours: [[], [span], [], [span], [], [], []], venue: { openooh_1_1: '103' } },
    ]);
    expect(await desk.exported('locations', 'csv')).toContain('Tu 09:00-18:00; Th 09:00-18:00,103');
    const refused = await desk.checked('locations', `${head}Tram,${at},at noon,\nBus,${at},,99999999\n`);
    expect(await desk.lines(refused)).toMatchObject([
      { state: 'err', problems: [{ field: 'hours' }] },
      { state: 'err', problems: [{ field: 'venue', text: 'OpenOOH 1.1 has no such venue' }] },
    ]);
  });

  it('are open to whoever may bring data', () => {
    const areas = ['devices', 'users', 'creatives', 'campaigns', 'content'] as const;
    for (const role of ROLES.filter(one => allows(one, 'migration', 'W'))) {
      for (const area of areas) expect(allows(role, area, 'W'), `${role} ${area}`).toBe(true);
      expect(allows(role, 'earnings', 'A'), role).toBe(true);
    }
  });

  it('have a template whose example is taken for what it is', () => {
    for (const kind of MIGRATION_KINDS)
      for (const { name, isRequired, example } of MIGRATION_FIELDS[kind].fields)
        if (isRequired) expect(example, `${kind} ${name}`).not.toBe('');
  });
});

describe('what an import makes', () => {
  it('is a draft, and what it names must be there', async () => {
    await desk.picture('poster.png');
    const head = 'name,media,alt_text\n';
    const job = await desk.run(
      'creatives',
      `${head}Poster,poster.png,A poster\nGone,nowhere.png,\nLong,poster.png,${'x'.repeat(300)}\n`,
    );
    expect(job).toMatchObject({ state: 'partial', created: 1, err: 2 });
    expect(await desk.remarks(job)).toContain('This file is not in the media library.');
    const [poster] = await living(creatives, 'Poster');
    expect(poster).toMatchObject({ state: 'draft', kind: 'image', approved_sha256: null });

    const lists = await desk.run('playlists', 'name,items\nLoop A,Poster|15;Poster\nLoop B,Nothing|3\n');
    expect(lists).toMatchObject({ state: 'partial', created: 1, err: 1 });
    const [loop] = await living(playlists, 'Loop A');
    const items = await test.db
      .select()
      .from(playlistItems)
      .where(eq(playlistItems.playlist_id, loop!.id))
      .orderBy(playlistItems.position);
    expect(items.map(({ duration_ms, creative_id }) => [duration_ms, creative_id])).toEqual([
      [15_000, poster!.id],
      [null, poster!.id],
    ]);
    const json = JSON.stringify([{ name: 'Loop A', items: [{ creative: 'Poster', duration_ms: 20_000 }] }]);
    const changed = await desk.run('playlists', json, 'upsert');
    expect(changed, await desk.remarks(changed)).toMatchObject({ updated: 1 });
    const now = () => test.db.select().from(playlistItems).where(eq(playlistItems.playlist_id, loop!.id));
    expect(await now()).toMatchObject([{ duration_ms: 20_000 }]);
    await desk.undone(changed);
    expect(await now()).toHaveLength(2);

    const fields = 'name,advertiser,starts_at,ends_at,budget_minor,currency\n';
    const dates = '2027-06-01T00:00:00Z,2027-07-01T00:00:00Z';
    const booked = await desk.run(
      'campaigns',
      `${fields}Own,Mall,${dates},90000,${currency}\nForeign,Mall,${dates},90000,XTS\nBare,Mall,${dates},90000,\nTimeless,Mall,,,,\n`,
    );
    expect(booked, await desk.remarks(booked)).toMatchObject({ created: 1, err: 3 });
    const [own] = await test.db.select().from(campaigns).where(eq(campaigns.name, 'Own'));
    expect(own).toMatchObject({ state: 'draft', budget_minor: 90_000 });

    const [approved] = await living(creatives, 'Poster');
    await test.db.update(creatives).set({ state: 'approved' }).where(eq(creatives.id, approved!.id));
    const late = await desk.checked('creatives', `${head}Poster,poster.png,Other words\n`, 'upsert');
    expect(await desk.remarks(late)).toContain('Only a draft is changed by an import.');
  });

  it('takes local content of each kind by its own fields, and leaves what a line does not say', async () => {
    const head = 'kind,title_en,title_zh,employer,apply_url,merchant,best_time\n';
    const job = await desk.run(
      'content',
      `${head}jobs,Night driver,,Harbour Cabs,https://example.org/job,,\ndeals,Half price,,,,,\n`,
    );
    expect(job, await desk.remarks(job)).toMatchObject({ created: 1, err: 1 });
    const [made] = await test.db.select().from(contentItems).where(eq(contentItems.kind, 'jobs'));
    expect(made).toMatchObject({ state: 'draft', source: 'import' });
    const more = await desk.run('content', `${head}jobs,Night driver,夜班司机,,,,\n`, 'upsert');
    expect(more, await desk.remarks(more)).toMatchObject({ updated: 1 });
    const [after] = await test.db.select().from(contentItems).where(eq(contentItems.kind, 'jobs'));
    expect(after).toMatchObject({
      title: { en: 'Night driver', zh: '夜班司机' },
      details: { employer: 'Harbour Cabs' },
    });
  });

  it('is a record where it is an earning: it adds up, is older than its screen, and is never paid', async () => {
    await desk.run('users', 'email,role\nowner.two@fleet.example,device_owner\n');
    await desk.run('devices', 'name,serial\nTaxi 150,S-150\n');
    const head = 'period,owner,screen,currency,gross_minor,fee_minor,net_minor\n';
    const line = (period: string, net: number, who = 'owner.two@fleet.example') =>
      `${period},${who},S-150,${currency},1000,200,${net}\n`;
    const job = await desk.run(
      'earnings',
      head +
        line('2026-01', 800) +
        line('2026-02', 900) +
        line('2026-11', 800) +
        line('2026-03', 800, 'nobody@x.example'),
    );
    expect(job, await desk.remarks(job)).toMatchObject({ created: 1, err: 3 });
    const [row] = await test.db.select().from(earnings).where(eq(earnings.imported, true));
    expect(row).toMatchObject({ state: 'paid', payout_id: null, has_plays: false, fee_pct: 20 });
    const [screen] = await test.db.select().from(devices).where(eq(devices.serial, 'S-150'));
    await test.db
      .update(devices)
      .set({ owner_user_id: row!.owner_user_id })
      .where(eq(devices.id, screen!.id));
    await desk.call('POST', '/api/earnings/recalculate', { period: '2026-01' });
    const [still] = await test.db.select().from(earnings).where(eq(earnings.id, row!.id));
    expect(still).toMatchObject({ state: 'paid', net_minor: 800, version: 1 });
    await desk.call('POST', '/api/payouts', { owner_user_id: row!.owner_user_id }, 422);
  });
});

describe('names', () => {
  it('that two groups have are refused and not chosen between', async () => {
    await desk.group('Twin');
    await desk.group('Twin');
    const job = await desk.checked('devices', 'name,group\nTaxi 160,Twin\n');
    expect(job).toMatchObject({ err: 1 });
    expect(await desk.remarks(job)).toContain('group: More than one row that is there has this.');
    await test.db
      .update(deviceGroups)
      .set({ deleted_at: new Date(0) })
      .where(eq(deviceGroups.name, 'Twin'));
  });
});

/** The last: by its clock whoever signed in before is signed out. */
it('OPEN-ADMIN-01 what was brought is rolled back for 24 hours, and no longer', async () => {
  const head = 'name,lat,lng,radius_m,tz\n';
  const inTime = await desk.run('locations', `${head}Market,38.7,-9.1,100,Europe/Lisbon\n`);
  const late = await desk.run('locations', `${head}Square,38.7,-9.1,100,Europe/Lisbon\n`);
  const named = (name: string) =>
    test.db
      .select()
      .from(locations)
      .where(and(eq(locations.name, name), isNull(locations.deleted_at)));
  clock.jump(DAY_MS);
  const nextDay = importDesk(test, await test.signIn('admin'));
  expect(await nextDay.undone(inTime)).toMatchObject({ state: 'rolled_back', kept: 0 });
  expect(await named('Market')).toEqual([]);
  clock.jump(1);
  const path = `/api/migrations/${late.id}/rollback`;
  expect(await nextDay.call('POST', path, undefined, 422)).toMatchObject({ error: 'RULE' });
  expect(await named('Square')).toHaveLength(1);
});
