import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type { PlaylistDetail, PlaylistItemInput } from '../../../../shared/contract/content/playlist.ts';
import {
  auditDetails,
  auditEvents,
  creatives,
  mediaAssets,
  playlists,
  tenants,
} from '../../../../server/db/schema.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { addPlaylist, call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

let test: TestServer;
let picture: Creative;
let target: string;
let n = 0;
beforeAll(async () => {
  test = await startTestServer();
  picture = await addCreative(test, test.admin, 'picture.jpg');
});
afterAll(() => test.close());
beforeEach(async () => {
  target = await test.addTenant(`copies-${++n}`);
});

const item = (more: Partial<PlaylistItemInput> = {}): PlaylistItemInput => ({
  ...{ creative_id: picture.id, duration_ms: 5_000 },
  ...more,
});
const CLOCK: PlaylistItemInput = { source: 'widget', widget: 'clock', creative_id: null, duration_ms: null };
const copy = (id: string, by = test.admin, tenant_id = target) =>
  call(test, by, 'POST', `/api/playlists/${id}/copy`, { payload: { tenant_id } });

it('ADMIN-04 a copy in another tenant has the items with their hours, and their creatives as drafts of its own', async () => {
  const items = [item({ weight: 4, valid_until: '2027-01-31' }), item({ source: 'campaign_slot' }), CLOCK];
  const { id } = await addPlaylist(test, test.admin, items, 'Harbour loop');
  const made = (await copy(id)).json<PlaylistDetail>();
  expect(made).toMatchObject({
    ...{ tenant_id: target, name: 'Harbour loop', state: 'draft', item_count: 3 },
    items: [{ weight: 4, valid_until: '2027-01-31' }, { source: 'campaign_slot' }, { widget: 'clock' }],
  });
  const [copied] = await test.db.select().from(creatives).where(eq(creatives.tenant_id, target));
  expect(copied).toMatchObject({ name: 'picture', state: 'draft', approved_sha256: null });
  expect(made.items.map(one => one.creative?.id ?? null)).toEqual([copied?.id, copied?.id, null]);
  const there = { headers: { ...test.admin.headers, 'x-tenant-id': target } };
  const refused = await call(test, there, 'POST', `/api/playlists/${made.id}/publish`);
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([422, 'RULE']);
  expect((await copy(id)).json<PlaylistDetail>().name).toBe('Harbour loop (2)');
  const assets = await test.db.select().from(mediaAssets).where(eq(mediaAssets.tenant_id, target));
  expect(assets.map(asset => asset.sha256)).toEqual([picture.asset.sha256]);
});

it('stands in the audit log of both tenants', async () => {
  const { id } = await addPlaylist(test, test.admin, [item()], 'Audited');
  const made = (await copy(id)).json<PlaylistDetail>();
  const entryOf = async (tenant_id: string, target_id: string) => {
    const [row] = await test.db
      .select({ diff: auditDetails.detail })
      .from(auditEvents)
      .innerJoin(auditDetails, eq(auditDetails.event_id, auditEvents.id))
      .where(
        and(
          eq(auditEvents.tenant_id, tenant_id),
          eq(auditEvents.target_id, target_id),
          eq(auditEvents.action, 'playlists.copy'),
        ),
      );
    return row?.diff;
  };
  expect(await entryOf(target, made.id)).toMatchObject({ diff: { copied_from: { after: id } } });
  expect(await entryOf(test.tenant_id, id)).toMatchObject({
    diff: { tenant_id: { after: target }, copy_id: { after: made.id } },
  });
});

it('is refused, and leaves nothing behind, where a licence has ended or a file was taken off', async () => {
  const { id } = await addPlaylist(test, test.admin, [item()], 'Refused');
  const [asset] = await test.db.select().from(mediaAssets).where(eq(mediaAssets.id, picture.asset.id));
  const set = (values: Partial<typeof mediaAssets.$inferInsert>) =>
    test.db.update(mediaAssets).set(values).where(eq(mediaAssets.id, picture.asset.id));
  for (const fault of [{ licence_until: '2020-01-01' }, { state: 'quarantined' }]) {
    await set(fault);
    const answer = await copy(id);
    await set({ licence_until: null, state: 'ready' });
    expect([answer.statusCode, answer.json<{ details: object }>().details]).toEqual([
      422,
      { creative_ids: [picture.id] },
    ]);
  }
  const theirs = { ...asset!, id: uuid7(Date.now()), tenant_id: target, state: 'quarantined' };
  await test.db.insert(mediaAssets).values(theirs);
  expect((await copy(id)).statusCode).toBe(422);
  const left = await test.db.select().from(playlists).where(eq(playlists.tenant_id, target));
  expect(left).toEqual([]);
});

it('counts in the plan of the other tenant', async () => {
  const { id } = await addPlaylist(test, test.admin, [item()], 'Counted');
  const limits = { devices: null, users: null, storage_gb: 0 };
  await test.db.update(tenants).set({ limits }).where(eq(tenants.id, target));
  expect((await copy(id)).json()).toMatchObject({ error: 'RULE' });
});

it('is left to who may write in both: not to a manager, to nobody in the platform, a closed tenant or the same', async () => {
  const { id } = await addPlaylist(test, test.admin, [item()], 'Whose');
  const codeOf = async (answer: ReturnType<typeof copy>) => (await answer).json<{ error: string }>().error;
  expect(await codeOf(copy(id, await test.signIn('manager')))).toBe('TENANT_DENIED');
  expect(await codeOf(copy(id, test.admin, test.tenant_id))).toBe('VALIDATION');
  expect(await codeOf(copy(id, test.admin, uuid7(Date.now())))).toBe('TENANT_DENIED');
  const [platform] = await test.db.select().from(tenants).where(eq(tenants.kind, 'platform'));
  expect(await codeOf(copy(id, test.admin, platform?.id))).toBe('TENANT_DENIED');
  await test.db.update(tenants).set({ status: 'suspended' }).where(eq(tenants.id, target));
  expect(await codeOf(copy(id))).toBe('STATE');
  await test.db.update(tenants).set({ status: 'archived' }).where(eq(tenants.id, target));
  expect(await codeOf(copy(id))).toBe('TENANT_DENIED');
});
