/** What was made of an approved file is approved with it: its hashes stand with the approval, and no other is shown. */
import { and, eq, sql } from 'drizzle-orm';
import { creatives, type mediaAssets } from '../../db/schema.ts';
import type { AuditEntry } from '../../transaction/audit.ts';
import type { TransactionContext } from '../../transaction/context.ts';

type Asset = Pick<typeof mediaAssets.$inferSelect, 'id' | 'filename' | 'sha256' | 'renditions'>;

export const hashesOf = (renditions: Asset['renditions']) => renditions.map(({ sha256 }) => sha256);

/** After our own ladder has made them. Returns what the audit log is to say, null where no approval changes. */
export async function freezeRenditions(
  { tx, tenant_id }: TransactionContext,
  { id, filename, sha256, renditions }: Asset,
): Promise<AuditEntry | null> {
  const hashes = hashesOf(renditions);
  const frozen = sql`${`{${hashes.join(',')}}`}::text[]`;
  const rows = await tx
    .update(creatives)
    .set({ approved_renditions: hashes })
    .where(
      and(
        eq(creatives.tenant_id, tenant_id),
        eq(creatives.asset_id, id),
        eq(creatives.state, 'approved'),
        eq(creatives.approved_sha256, sha256),
        sql`${creatives.approved_renditions} is distinct from ${frozen}`,
      ),
    )
    .returning({ id: creatives.id });
  if (rows.length === 0) return null;
  const diff = { sha256: { before: sha256, after: sha256 }, renditions: { before: null, after: hashes } };
  return { action: 'media.convert', target_type: 'media', target_id: id, target_name: filename, diff };
}
