/** Which campaigns and loops a screen was given, and which by place alone, by the version of its documents. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { FlightsDocument } from '../../shared/contract/playout/flights.ts';
import type { PlayRecord } from '../../shared/contract/proof/play.ts';
import { ANYWHERE } from '../../shared/playout/place/placeRight.ts';
import { rowsOf } from '../db/rows.ts';
import { documents, manifests } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';
import type { IssuedCampaign, PlacedByVersion } from './plausibility.ts';

/** Of one that had a place at all times, or never, the version says nothing more. */
export const hasChangedPlace = ({ places }: IssuedCampaign) =>
  ANYWHERE in places && Object.keys(places).length > 1;

const isPlaced = ({ place }: FlightsDocument['lines'][number]) => place?.version !== undefined;
const placedIn = ({ lines }: FlightsDocument): string[] => {
  const anywhere = new Set(lines.filter(line => !isPlaced(line)).map(line => line.campaign_id));
  return lines.map(line => line.campaign_id).filter(id => !anywhere.has(id));
};

/** Campaigns of which it may play a line without a lease. */
const freeIn = ({ lines }: FlightsDocument): string[] =>
  lines.filter(({ leased }) => !leased).map(({ campaign_id }) => campaign_id);

/** Of each version that is kept, the campaigns that `named` finds in its flights. */
const byVersion =
  (named: (flights: FlightsDocument) => string[]) =>
  async (ctx: TransactionContext, device_id: string, versions: readonly number[]): Promise<PlacedByVersion> =>
    new Map(
      (await flightsOf(ctx, device_id, versions)).map(({ version, body }) => [
        version,
        new Set(named(JSON.parse(body) as FlightsDocument)),
      ]),
    );
export const placedByVersion = byVersion(placedIn);
export const freeByVersion = byVersion(freeIn);

async function flightsOf(
  { tx, tenant_id }: TransactionContext,
  device_id: string,
  versions: readonly number[],
) {
  if (versions.length === 0) return [];
  return tx
    .select({ version: manifests.version, body: documents.body })
    .from(manifests)
    .innerJoin(
      documents,
      and(
        ...[eq(documents.tenant_id, tenant_id), eq(documents.kind, 'flights')],
        sql`${documents.sha256} = any(${manifests.documents})`,
      ),
    )
    .where(
      and(
        ...[eq(manifests.tenant_id, tenant_id), eq(manifests.device_id, device_id)],
        inArray(manifests.version, [...versions]),
      ),
    );
}

export interface IssuedToScreen {
  /** Of its documents, those that are kept. */
  versions: readonly number[];
  /** By campaign: the earliest of them that it stands in. */
  since: ReadonlyMap<string, number>;
}
export const NOTHING_ISSUED: IssuedToScreen = { versions: [], since: new Map() };

/** A play may have been chosen some versions before the one that it names: only with so many before it is that ruled out. */
const ENOUGH_VERSIONS = 7;

/** Whether the screen can never have been given this campaign. What stood in documents that are gone is left open. */
export function wasNeverIssued(
  { campaign_id, manifest_version }: { campaign_id: string; manifest_version: number },
  { versions, since }: IssuedToScreen,
): boolean {
  const before = versions.filter(version => version <= manifest_version);
  if (!versions.includes(1) && before.length < ENOUGH_VERSIONS) return false;
  return versions.length > 0 && (since.get(campaign_id) ?? Infinity) > manifest_version;
}

/** An id stands in a document's text nowhere but where it is meant. */
export async function issuedToScreen(
  { tx, tenant_id }: TransactionContext,
  device_id: string,
  campaign_ids: readonly string[],
): Promise<IssuedToScreen> {
  if (campaign_ids.length === 0) return NOTHING_ISSUED;
  const rows = rowsOf<{ version: number; campaign_id: string | null }>(
    await tx.execute(sql`
      select m.version, c.id as campaign_id from ${manifests} m
        left join ${documents} d on d.tenant_id = m.tenant_id and d.kind = 'flights' and d.sha256 = any(m.documents)
        left join unnest(${sql.param([...campaign_ids])}::text[]) as c(id) on position(c.id in d.body) > 0
      where m.tenant_id = ${tenant_id} and m.device_id = ${device_id}
      order by m.version desc`),
  );
  return {
    versions: [...new Set(rows.map(({ version }) => version))],
    since: new Map(
      rows.flatMap(({ version, campaign_id }) =>
        campaign_id === null ? [] : [[campaign_id, version] as const],
      ),
    ),
  };
}

export interface IssuedHead {
  version: number;
  /** ms */
  issued: number;
  /** Of the loops that somebody asks for, those that stand in its documents, as `loopName` writes them. */
  loops: ReadonlySet<string>;
}
export interface IssuedVersions {
  /** Those that are kept, the newest first. */
  heads: readonly IssuedHead[];
  /** The version the screen has by its last report to this server since that runs; null: none came yet. */
  reported: number | null;
}
export const NO_VERSIONS: IssuedVersions = { heads: [], reported: null };

type Loop = Pick<PlayRecord, 'playlist_id' | 'playlist_version'>;
export const loopName = ({ playlist_id, playlist_version }: Loop) => `${playlist_id} ${playlist_version}`;

/**
 * Whether the play names documents that the screen was never given, though it says itself that it has earlier ones. A
 * database that was set back has lost versions that screens still have: a screen that reports one of them, or has not
 * reported since, is not judged.
 */
export function isOfNoVersion(
  { manifest_version }: Pick<PlayRecord, 'manifest_version'>,
  { heads: [newest], reported }: IssuedVersions,
): boolean {
  if (newest === undefined || reported === null || reported > newest.version) return false;
  return manifest_version > newest.version;
}

/**
 * Whether the loop it names can never have been given to the screen. It is left open where the documents of that
 * version are gone, or were made after the play began: then they are of another time than those that it played by.
 */
export function isOfNoLoop(
  record: Loop & Pick<PlayRecord, 'manifest_version'>,
  began: number,
  { heads }: IssuedVersions,
): boolean {
  if (record.playlist_id === null) return false;
  const before = heads.filter(({ version }) => version <= record.manifest_version);
  const own = before.find(({ version }) => version === record.manifest_version);
  if (own === undefined || own.issued > began) return false;
  if (before.length < ENOUGH_VERSIONS && !before.some(({ version }) => version === 1)) return false;
  return !before.some(({ loops }) => loops.has(loopName(record)));
}

/** Canonical text: the fields of a loop stand in the order of their names, those of its second zone, too. */
const loopPattern = ({ playlist_id, playlist_version }: Loop) =>
  `"playlist_id":"${playlist_id}",("shuffle":"[a-z]+",)?"version":${playlist_version}[,}]`;

export async function issuedHeads(
  { tx, tenant_id }: TransactionContext,
  device_id: string,
  named: readonly Loop[],
): Promise<IssuedHead[]> {
  const loops = new Map(named.map(loop => [loopName(loop), loopPattern(loop)]));
  const rows = rowsOf<{ version: number; issued: number; loops: string[] }>(
    await tx.execute(sql`
      with held as (
        select distinct d.sha256, d.body from ${manifests} m
          join ${documents} d on d.tenant_id = m.tenant_id and d.kind = 'playlist' and d.sha256 = any(m.documents)
        where m.tenant_id = ${tenant_id} and m.device_id = ${device_id}),
      found as (
        select held.sha256, l.name from held
          join unnest(${sql.param([...loops.keys()])}::text[], ${sql.param([...loops.values()])}::text[]) as l(name, pattern)
            on held.body ~ l.pattern)
      select m.version, (extract(epoch from m.created_at) * 1000)::float8 as issued,
        coalesce(array_agg(f.name) filter (where f.name is not null), '{}') as loops
      from ${manifests} m left join found f on f.sha256 = any(m.documents)
      where m.tenant_id = ${tenant_id} and m.device_id = ${device_id}
      group by m.version, m.created_at order by m.version desc`),
  );
  return rows.map(({ loops: found, ...head }) => ({ ...head, loops: new Set(found) }));
}
