/** The state of a creative mapping at a time: an approval holds for one file, and until its end. */
import { sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { AuditState } from '../../../shared/contract/programmatic/creativeMapping.ts';
import { creativeMappings, creatives } from '../../db/schema.ts';

interface Decided {
  state: AuditState;
  sha256: string | null;
  expires_at: Date | null;
  /** Of the file that screens are given of it now. */
  current_sha256: string | null;
}
const isAllowed = (state: AuditState) => state === 'approved' || state === 'pre_approved';

export function auditStateOf(
  { state, sha256, expires_at, current_sha256 }: Decided,
  now: number,
): AuditState {
  if (!isAllowed(state)) return state;
  if (sha256 !== current_sha256) return 'changed';
  return expires_at !== null && expires_at.getTime() <= now ? 'expired' : state;
}

/** The same in SQL, where mappings are joined with their creatives. */
export const auditStateAt = ({ now }: { now: number }): SQL => sql`
  case
    when ${creativeMappings.state} not in ('approved', 'pre_approved') then ${creativeMappings.state}
    when ${creativeMappings.sha256} is distinct from ${creatives.approved_sha256} then 'changed'
    when ${creativeMappings.expires_at} <= ${instant(now)}::timestamptz then 'expired'
    else ${creativeMappings.state}
  end`;
