/** Which campaigns a screen was given, and which by place alone, by the version of its documents. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { FlightsDocument } from '../../shared/contract/playout/flights.ts';
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

export async function placedByVersion(
  { tx, tenant_id }: TransactionContext,
  device_id: string,
  versions: readonly number[],
): Promise<PlacedByVersion> {
  if (versions.length === 0) return new Map();
  const rows = await tx
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
  return new Map(
    rows.map(({ version, body }) => [version, new Set(placedIn(JSON.parse(body) as FlightsDocument))]),
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
