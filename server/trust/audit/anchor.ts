/** Anchors: head and length of each audit chain, noted in files outside the database, so that a truncated chain is detected. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { rowsOf } from '../../db/rows.ts';
import { auditEvents } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import {
  anchorLine,
  latestHeadsFile,
  readAnchorFile,
  type Anchor,
  type AuditHead,
} from '../../transaction/auditHeads.ts';

/** One line a tenant and hour, kept for good. */
const hourlyFile = (dataDir: string) => join(dataDir, 'audit-heads.jsonl');

export async function appendAnchors({
  tenantTransactions,
  auditHeads,
  clock,
  config,
}: Server): Promise<void> {
  const heads = await tenantTransactions.acrossTenants(async tx =>
    rowsOf<AuditHead>(
      await tx.execute(sql`
        select distinct on (tenant_id) tenant_id, seq::float8 as seq, hash from ${auditEvents}
        order by tenant_id, seq desc`),
    ),
  );
  const hourly = await readAnchorFile(hourlyFile(config.dataDir));
  const known = new Map(hourly.map(anchor => [anchor.tenant_id, anchor.seq]));
  const at = instant(clock.now());
  const keep = async (anchors: readonly Anchor[]) => {
    if (anchors.length === 0) return;
    await appendFile(hourlyFile(config.dataDir), anchors.map(anchorLine).join(''), { mode: 0o600 });
  };
  const longer = heads.filter(head => head.seq > (known.get(head.tenant_id) ?? 0));
  await keep(longer.map(head => ({ ...head, at })));
  await auditHeads.compact(keep);
}

/** All that was noted: hourly for good, and the newest with each commit. */
export async function readAnchors(dataDir: string): Promise<Anchor[]> {
  const files = [hourlyFile(dataDir), latestHeadsFile(dataDir)];
  return (await Promise.all(files.map(readAnchorFile))).flat();
}
