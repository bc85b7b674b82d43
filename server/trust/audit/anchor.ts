/** Anchors: head and length of each audit chain, appended hourly to a file outside the database, so that a truncated chain is detected. */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { rowsOf } from '../../db/rows.ts';
import { auditEvents } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';

export interface Anchor {
  at: string;
  tenant_id: string;
  /** Events so far. */
  seq: number;
  hash: string;
}
const fileOf = (dataDir: string) => join(dataDir, 'audit-heads.jsonl');

export async function appendAnchors({ tenantTransactions, clock, config }: Server): Promise<void> {
  const heads = await tenantTransactions.acrossTenants(async tx =>
    rowsOf<{ tenant_id: string; seq: number; hash: string }>(
      await tx.execute(sql`
        select distinct on (tenant_id) tenant_id, seq::float8 as seq, hash from ${auditEvents}
        order by tenant_id, seq desc`),
    ),
  );
  const known = new Map((await readAnchors(config.dataDir)).map(anchor => [anchor.tenant_id, anchor.seq]));
  const lines = heads
    .filter(head => head.seq > (known.get(head.tenant_id) ?? 0))
    .map(head => `${JSON.stringify({ at: instant(clock.now()), ...head } satisfies Anchor)}\n`);
  if (lines.length > 0) await appendFile(fileOf(config.dataDir), lines.join(''), { mode: 0o600 });
}

/** Skips a line that a power cut left half-written. */
export async function readAnchors(dataDir: string): Promise<Anchor[]> {
  let text: string;
  try {
    text = await readFile(fileOf(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap(line => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Anchor];
    } catch {
      return [];
    }
  });
}
