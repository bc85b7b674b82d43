/** Which lost screen a new one may have been: what machines are of one make tells alike, so it suggests and never decides. */
import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { SameScreen } from '../../../shared/contract/fleet/device.ts';
import { lookingUp } from '../../db/doors.ts';
import { devices } from '../../db/schema.ts';
import type { Work } from '../../transaction/work.ts';
import { presenceAt } from './devices.ts';
import { machineOf } from './machine.ts';
import { openPairing } from '../pairing/pairing.ts';

const MOST = 5;

/** Silent ones alone: whoever speaks has not lost itself. */
export async function sameScreens(work: Work, code: string): Promise<SameScreen[]> {
  const { tx, tenant_id, now } = work;
  const { facts } = await lookingUp(tx, 'pairing', () => openPairing(work, { code }));
  const isSilent = or(ne(presenceAt(now), 'online'), eq(devices.state, 'unpaired'));
  const rows = await tx
    .select({ id: devices.id, name: devices.name, last_seen_at: devices.last_seen_at })
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
    .limit(MOST);
  return rows.map(row => ({ ...row, last_seen_at: row.last_seen_at?.toISOString() ?? null }));
}
