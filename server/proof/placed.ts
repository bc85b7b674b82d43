/** Which campaigns a screen was given by place alone, by the version of its documents. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { FlightsDocument } from '../../shared/contract/playout/flights.ts';
import { ANYWHERE } from '../../shared/playout/place/placeRight.ts';
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
