/** Suggests which lost screen a new one may be. Machines of one model look alike, so a user decides. */
import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { ReplacementCandidate } from '../../../shared/contract/fleet/device.ts';
import { withLookUp } from '../../db/tenantTransactions.ts';
import { devices } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { presenceAt } from './devices.ts';
import { machineOf } from './machine.ts';
import { lockOpenPairing } from '../pairing/pairing.ts';

const MAX_CANDIDATES = 5;

/** Only silent screens are candidates, because a screen that reports has not lost its identity. */
export async function replacementCandidatesFor(
  ctx: TransactionContext,
  code: string,
): Promise<ReplacementCandidate[]> {
  const { tx, tenant_id, now } = ctx;
  const { facts } = await withLookUp(tx, 'pairing', () => lockOpenPairing(ctx, { code }));
  const isSilent = or(ne(presenceAt(now), 'online'), eq(devices.state, 'unpaired'));
  const rows = await tx
    .select({
      ...{ id: devices.id, name: devices.name, last_seen_at: devices.last_seen_at },
      version: devices.version,
    })
    .from(devices)
    .where(
      and(
        eq(devices.tenant_id, tenant_id),
        eq(devices.machine, machineOf(facts)),
        ne(devices.state, 'retired'),
        isSilent,
      ),
    )
    .orderBy(sql`${desc(devices.last_seen_at)} nulls last`, devices.name)
    .limit(MAX_CANDIDATES);
  return rows.map(row => ({ ...row, last_seen_at: row.last_seen_at?.toISOString() ?? null }));
}
