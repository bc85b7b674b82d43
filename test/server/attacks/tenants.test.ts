import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { address, type Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import { endpoints } from '../../support/contract.ts';
import { uuid7 } from '../../../shared/random.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { tenants } from '../../../server/db/schema.ts';
import { begin } from '../../support/server/upload.ts';
import { dueOf } from '../../support/dailyShare.ts';
import { expectSane } from './send.ts';
import { nameOf, sampleOf } from './samples.ts';
import type { ComplianceRows } from '../../support/server/rows/complianceRows.ts';
import { makeWorld, OTHER, type World } from './world.ts';

let world: World;
let manager: Awaited<ReturnType<World['test']['signIn']>>;
beforeAll(async () => {
  world = await makeWorld();
  manager = await world.test.signIn('manager');
});
afterAll(() => world.test.close());

/** What one piece of code does for all calls is asked of a share of them each day. */
const SHARE = 24;
const users = endpoints.filter(e => e.access.who === 'user');
const named = (some: readonly Endpoint[]) => some.map(e => [nameOf(e), e] as const);
const isSelf = (e: Endpoint) => e.access.who === 'user' && e.access.area === 'self';
const programmaticRowOf = (
  [, , , collection = '', kind = '']: string[],
  { partners: rows, tester, auctions, disputes }: World['theirs'],
): string | undefined =>
  ({
    openrtb: kind === 'runs' ? tester.done : tester.kept,
    disputes: disputes.open,
    auctions: auctions.auction,
    bids: auctions.won,
    notices: auctions.failed,
    partners: rows.partner.draft,
    deals: rows.deal.draft,
    placements: rows.placement.free,
    'inventory-mappings': rows.mapping.pending,
    'creative-mappings': rows.crid.pending,
    'slot-mappings': rows.slot.kept,
    'multiplier-models': rows.model.kept,
  })[collection];
const complianceRowOf = (path: string, rows: ComplianceRows): string => {
  if (path.includes('/policies')) return rows.draft;
  if (path.includes('/consents')) return rows.consent;
  return path.endsWith('/export') ? rows.copy : rows.received;
};
const theirs = (e: Endpoint): Record<string, string> => {
  const { theirs: row, other_tenant } = world;
  const base = e.path.split('/')[2] ?? '';
  const ids: Record<string, string> = {
    users: row.user.id,
    tenants: other_tenant,
    'sub-tenants': other_tenant,
    devices: row.screen.id,
    creatives: row.creative.id,
    owner: e.path.includes('/payouts')
      ? row.earnings.pending
      : e.path.includes('/earnings')
        ? row.earnings.calculated
        : row.screen.id,
    earnings: row.earnings.calculated,
    payouts: row.earnings.pending,
    budgets: e.path.includes('/requests') ? row.budgets.request : row.budgets.active,
    'player-config': e.path.includes('/weather-rules') ? row.weather.active : row.qr.active,
    playlists: row.playlist.id,
    programmatic: programmaticRowOf(e.path.split('/'), row) ?? row.play,
    media: row.creative.asset.id,
    sessions: uuid7(Date.now()),
    locations: row.location,
    'device-commands': row.command,
    incidents: row.incident,
    'device-groups': row.group,
    notices: row.notice,
    support: row.tickets.open,
    'own-tickets': row.tickets.open,
    compliance: complianceRowOf(e.path, row.requests),
    migrations: row.migrations.mapped,
    'own-privacy-requests': row.requests.received,
    submissions: row.submissions.pending,
    validations: row.validations.failed,
    'own-submissions': row.submissions.pending,
    'content-items': row.content.draft,
    feeds: row.content.feed,
    invitations: row.entrances.invitation,
    listings: row.listings.draft,
    reports: e.path.includes('/runs')
      ? row.reports.ready
      : e.path.includes('/reconciliations')
        ? row.disputes.compared
        : row.reports.active,
    campaigns: row.campaigns.draft,
    invoices: row.billing.invoices[e.path.includes('/credit-notes') ? 'overdue' : 'draft'],
    payments: row.billing.payments.kept,
    plans: row.billing.plans.kept,
    'contract-templates': row.contracts.templates.draft,
    contracts: row.contracts.contracts.draft,
    'own-contracts': row.contracts.contracts.sent,
    'pending-users': row.pending,
    auth: row.entrances.passkey,
    'saved-views': uuid7(Date.now()),
    'schedule-entries': row.schedule.entry,
    alerts: row.alerts.draft,
    'alert-feeds': row.alerts.feed,
    'alert-geocodes': row.alerts.code,
    police: e.path.includes('/keys') ? row.alerts.key : row.alerts.client,
  };
  return {
    id: ids[base] ?? '',
    ...{ key_id: row.screen.key.key_id, note_id: row.billing.credit_note, version: '1' },
    attachment_id: row.tickets.attachment,
  };
};
const without = (body: string, ...texts: string[]) =>
  texts.reduce((text, one) => text.replaceAll(one, '…'), body);

describe('another tenant', () => {
  it.each(named(dueOf(users, SHARE)))(
    'named in the header of %s is denied as one that is not there',
    async (_, e) => {
      const missing = uuid7(Date.now());
      const ask = (tenant: string) =>
        world.test.app.inject({
          method: e.method,
          url: address(e.path, theirs(e)),
          headers: { ...manager.headers, 'x-tenant-id': tenant, 'if-match': '"1"' },
          ...(e.body ? { payload: {} } : {}),
        });
      const [there, gone] = [await ask(world.other_tenant), await ask(missing)];
      expect([there.statusCode, there.json<{ error: string }>().error]).toEqual([403, 'TENANT_DENIED']);
      expect(without(there.body, world.other_tenant)).toBe(without(gone.body, missing));
      for (const odd of [
        '',
        'x',
        `${world.test.tenant_id},${world.other_tenant}`,
        `${world.other_tenant}'--`,
        '*',
        '__proto__',
      ])
        expect((await ask(odd)).statusCode).toBe(403);
    },
  );

  const rows = users.filter(e => e.path.includes(':id') && !isSelf(e));
  it.each(named(rows))(
    'whose row stands in the path of %s answers as for a row that is not there',
    async (_, e) => {
      const isPortal = e.access.who === 'user' && e.access.area === 'owner';
      const owner = await world.test.signIn(isPortal ? 'device_owner' : 'owner');
      const { area, level } = e.access.who === 'user' ? e.access : {};
      const isOfStaff = area === 'police_keys' || (area === 'support' && level === 'A');
      const { body } = e.method === 'GET' ? {} : await sampleOf(world, e);
      const ask = (params: Record<string, string>) =>
        world.test.app.inject({
          method: e.method,
          url: address(e.path, params),
          headers: { ...(isOfStaff ? world.root : owner).headers, 'if-match': '"1"' },
          ...(body && e.method !== 'DELETE' ? { payload: body } : {}),
        });
      const seen = e.path.startsWith('/api/tenants');
      const [there, gone] = [await ask(theirs(e)), await ask({ ...theirs(e), id: uuid7(Date.now()) })];
      if (seen) {
        if (e.method !== 'GET') expect(there.statusCode).toBe(403);
        return;
      }
      expect([there.statusCode, there.body]).toEqual([404, gone.body]);
      expectSane(there, '', nameOf(e));
    },
  );

  const withBody = users.filter(e => e.body && e.method !== 'GET');
  it.each(named(dueOf(withBody, SHARE)))('named in the body of %s changes nothing of it', async (_, e) => {
    const sample = await sampleOf(world, e);
    const digest = async () =>
      rowsOf(
        await world.test.db.execute(sql`select
          (select count(*) from playlists where tenant_id = ${world.other_tenant}) as playlists,
          (select count(*) from users where tenant_id = ${world.other_tenant}) as users,
          (select count(*) from devices where tenant_id = ${world.other_tenant}) as devices,
          (select count(*) from audit_events where tenant_id = ${world.other_tenant}) as events,
          (select to_jsonb(t) from tenants t where id = ${world.other_tenant}) as tenant`),
      );
    const before = await digest();
    const answer = await world.test.app.inject({
      method: e.method,
      url: address(e.path, sample.params),
      headers: { ...manager.headers, 'if-match': `"${sample.version ?? 1}"` },
      payload: { ...sample.body, tenant_id: world.other_tenant, 'x-tenant-id': world.other_tenant },
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(await digest()).toEqual(before);
  });

  const lists = users.filter(e => e.method === 'GET' && !e.path.includes(':'));
  it.each(named(lists))('named in the query of %s shows nothing of it', async (_, e) => {
    const query = {
      tenant_id: world.other_tenant,
      tenant: world.other_tenant,
      q: '',
      'x-tenant-id': world.other_tenant,
    };
    const url = address(e.path, {}, query);
    const answer = await world.test.app.inject({ url, headers: manager.headers });
    expect(answer.statusCode).toBeLessThan(500);
    for (const of of [OTHER, world.theirs.screen.id, world.theirs.playlist.id, world.theirs.user.email])
      expect(answer.body).not.toContain(of);
  });

  it('cannot be put into the signed link of a media file', async () => {
    const { url } = world.ours.creative.asset;
    expect((await world.test.app.inject({ url })).statusCode).toBe(200);
    const parsed = new URL(url, 'http://localhost');
    for (const [name, value] of [
      ['tenant', world.other_tenant],
      ['exp', '99999999999999'],
      ['sig', 'AAAA'],
    ] as const) {
      const changed = new URL(parsed);
      changed.searchParams.set(name, value);
      expect([
        name,
        (await world.test.app.inject({ url: changed.pathname + changed.search })).statusCode,
      ]).toEqual([name, 403]);
    }
  });

  it('is not told by a screen’s signature: each sees its own tenant’s documents and media', async () => {
    const { screen } = world.ours;
    const [playlist] = (await world.theirs.screen.head()).documents;
    expect((await screen.call('GET', `/api/player/documents/${playlist?.sha256}`)).statusCode).toBe(404);
    const headers = { 'x-tenant-id': world.other_tenant };
    const head = await screen.call('GET', '/api/player/manifest', undefined, { headers });
    expect(head.json()).toMatchObject({ device_id: screen.id });
  });
});

describe('a suspended tenant', () => {
  it('takes no upload either', async () => {
    const id = await world.test.addTenant('to-suspend');
    const by = await world.test.signIn('manager', id);
    await world.test.db.update(tenants).set({ status: 'suspended' }).where(eq(tenants.id, id));
    const answer = await begin(world.test, by, { bytes: 10, fields: { filename: 'a.jpg' } });
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([409, 'STATE']);
  });
});
