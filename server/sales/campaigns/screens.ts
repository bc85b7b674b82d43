/** Gives each screen the document of the campaigns it may play; writes only what has changed. */
import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { ON_SCREENS } from '../../../shared/contract/sales/campaign.ts';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import { noteIssued } from '../../content/playlists/build.ts';
import { campaigns, devices } from '../../db/schema.ts';
import { ANYWHERE } from '../../../shared/playout/place/placeRight.ts';
import { lineOf, spotsToPlay } from '../../programmatic/spots/spotLines.ts';
import { flightsDocumentOf, storeDocuments, type Document } from '../../playout/documents.ts';
import { refreshDevices } from '../../playout/heads.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { documentLines, lineSources } from './documentLines.ts';
import type { CampaignRow } from './listing.ts';
import { isBooked, pairsOf } from './targets.ts';

const IDS_A_STATEMENT = 500;
const WAIT_FOR_PASS = '10s';

/** Two that work it out at once would each write what the other does not know. It is taken before the row of any campaign is locked. */
export async function lockFlights({ tx, tenant_id }: TransactionContext): Promise<void> {
  /** The clock's pass over a large tenant may take longer than a row may be waited for. */
  await tx.execute(sql`select set_config('lock_timeout', ${WAIT_FOR_PASS}, true)`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`flights ${tenant_id}`}, 0))`);
}

const campaignsOnScreens = ({ tx, tenant_id, now }: TransactionContext): Promise<CampaignRow[]> =>
  tx
    .select()
    .from(campaigns)
    .where(
      and(
        eq(campaigns.tenant_id, tenant_id),
        ...[isBooked(campaigns.state), inArray(campaigns.state, [...ON_SCREENS])],
        gt(campaigns.ends_at, dateOf(now)),
        isNull(campaigns.deleted_at),
      ),
    )
    .orderBy(campaigns.id);

/** Screens with the same campaigns share a document; one with a sold spot has its own. */
async function documentsByScreen(ctx: TransactionContext): Promise<Map<string, Document>> {
  const rows = await campaignsOnScreens(ctx);
  const spots = await spotsToPlay(ctx);
  if (rows.length === 0 && spots.length === 0) return new Map();
  const sources = await lineSources(ctx, [
    ...rows,
    ...spots.map(({ creative_id }) => ({ creative_ids: [creative_id], targeting: { location_ids: [] } })),
  ]);
  const linesById = new Map<string, DocumentLine[]>(
    rows.map(row => [row.id, documentLines(row, sources, ctx.now)]),
  );
  await noteGiven(ctx, rows, linesById);
  /** As they stand in documents. */
  const texts = new Map([...linesById].map(([id, lines]) => [id, lines.map(canonical)]));
  const held = new Map<string, string[]>();
  const hold = (device_id: string, id: string) => {
    const own = held.get(device_id);
    if (own) own.push(id);
    else held.set(device_id, [id]);
  };
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    for (const { campaign_id, device_id } of await pairsOf(ctx, sql`c.id = any(${sql.param(ids)}::uuid[])`))
      hold(device_id, campaign_id);
  const spotItems: DocumentLine['items'][number][] = [];
  for (const spot of spots) {
    const line = lineOf(spot, sources.creatives.get(spot.creative_id), ctx.tenant_id);
    if (!line) continue;
    spotItems.push(...line.items);
    texts.set(spot.id, [canonical(line)]);
    hold(spot.device_id, spot.id);
  }
  await noteAllIssued(ctx, spotItems);
  const made = new Map<string, Document | null>();
  const documents = new Map<string, Document>();
  for (const [device_id, named] of held) {
    const key = named.sort().join();
    if (!made.has(key)) {
      const lines = named.flatMap(id => texts.get(id) ?? []);
      made.set(key, lines.length === 0 ? null : flightsDocumentOf(lines));
    }
    const document = made.get(key);
    if (document) documents.set(device_id, document);
  }
  return documents;
}

/** However many screens or spots show a file, it is noted once. */
async function noteAllIssued(
  ctx: TransactionContext,
  items: readonly DocumentLine['items'][number][],
): Promise<void> {
  const each = [...new Map(items.map(item => [item.creative_id, item])).values()];
  for (let i = 0; i < each.length; i += IDS_A_STATEMENT)
    await noteIssued(ctx, each.slice(i, i + IDS_A_STATEMENT));
}

/** By which plays are judged, also late ones. */
async function noteGiven(
  ctx: TransactionContext,
  rows: readonly CampaignRow[],
  lines: ReadonlyMap<string, readonly DocumentLine[]>,
): Promise<void> {
  const items = rows.flatMap(({ id }) => lines.get(id)?.[0]?.items ?? []);
  await noteAllIssued(ctx, items);
  for (const row of rows) {
    const [line] = lines.get(row.id) ?? [];
    if (!line) continue;
    const fresh = line.items.map(one => one.creative_id).filter(id => !row.issued_creative_ids.includes(id));
    const version = line.place?.version ?? ANYWHERE;
    if (fresh.length > 0 || !(version in row.issued_places))
      await ctx.tx
        .update(campaigns)
        .set({
          issued_creative_ids: [...row.issued_creative_ids, ...fresh],
          issued_places: { ...row.issued_places, [version]: line.place ?? null },
        })
        .where(and(eq(campaigns.tenant_id, ctx.tenant_id), eq(campaigns.id, row.id)));
  }
}

/** Returns how many screens got something else. */
export async function settleScreens(ctx: TransactionContext): Promise<number> {
  const { tx, tenant_id } = ctx;
  await lockFlights(ctx);
  const documents = await documentsByScreen(ctx);
  const known = await tx
    .select({ id: devices.id, flights: devices.flights_sha256 })
    .from(devices)
    .where(
      and(
        eq(devices.tenant_id, tenant_id),
        documents.size === 0 ? isNotNull(devices.flights_sha256) : undefined,
      ),
    )
    .orderBy(devices.id);
  const byHash = new Map<string | null, string[]>();
  for (const { id, flights } of known) {
    const wanted = documents.get(id)?.sha256 ?? null;
    if (wanted !== flights) byHash.set(wanted, [...(byHash.get(wanted) ?? []), id]);
  }
  const changed = [...byHash.values()].flat().sort();
  /** Those that heads name already are there. */
  await storeDocuments(
    ctx,
    [...documents.values()].filter(({ sha256 }) => byHash.has(sha256)),
  );
  for (let i = 0; i < changed.length; i += IDS_A_STATEMENT)
    await tx
      .select({ id: devices.id })
      .from(devices)
      .where(inArray(devices.id, changed.slice(i, i + IDS_A_STATEMENT)))
      .orderBy(devices.id)
      .for('update');
  for (const [flights_sha256, ids] of byHash)
    for (let i = 0; i < ids.length; i += IDS_A_STATEMENT)
      await tx
        .update(devices)
        .set({ flights_sha256 })
        .where(inArray(devices.id, ids.slice(i, i + IDS_A_STATEMENT)));
  if (changed.length > 0) await refreshDevices(ctx, changed);
  return changed.length;
}
