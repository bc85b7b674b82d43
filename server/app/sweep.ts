/** Retention: deletes expired rows of all tenants, ends contracts, marks invoices overdue and closes resolved tickets, once an hour. */
import { lt, or } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import { oauthTickets, passkeyChallenges, resetTokens, sessions } from '../db/schema.ts';
import { sweepUnusedFiles } from '../content/library/unusedFiles.ts';
import { sweepPictures } from '../fleet/live/pictures.ts';
import { sweepConfigs } from '../playout/documents.ts';
import { sweepDecisions } from '../playout/decisions/counts.ts';
import { sweepEndings } from '../alerts/intake/lookups.ts';
import { sweepRecordings } from '../playout/decisions/recordings.ts';
import { sweepErrorRecords } from '../trust/errorRecords/errors.ts';
import { sweepSealedOriginals } from '../trust/compliance/sealed.ts';
import { supersedePolicies } from '../trust/compliance/policies.ts';
import { runRetention } from '../trust/compliance/retention/run.ts';
import { sweepMigrations } from '../trust/migration/sweep.ts';
import { sweepArchives } from '../trust/migration/xibo/files.ts';
import { closeResolvedTickets } from '../trust/support/closing.ts';
import { sweepAttachments } from '../trust/support/attachments/attachments.ts';
import { sweepCompanies } from '../identity/entrances/companies.ts';
import { sweepInvitations } from '../identity/entrances/invitations.ts';
import { markOverdue } from '../sales/billing/sending.ts';
import { lapseContracts } from '../sales/contracts/lapse.ts';
import { sweepReports } from '../reports/runs/sweep.ts';
import { sweepLeases } from '../sales/leases/release.ts';
import type { Server } from '../context/server.ts';
import type { Db } from '../db/database.ts';

const DAY_MS = 86_400_000;
/** An ended session is kept this long, so that it can be told from one that never existed. */
const ENDED_SESSIONS_MS = 30 * DAY_MS;

type OnFault = (error: unknown) => void;
const rethrow: OnFault = error => {
  throw error;
};

type Step = (tx: Db, now: number) => Promise<unknown>;
async function sweepSignIns(tx: Db, now: number): Promise<void> {
  const before = (ms: number) => dateOf(now - ms);
  await tx.delete(resetTokens).where(lt(resetTokens.expires_at, before(DAY_MS)));
  await tx.delete(oauthTickets).where(lt(oauthTickets.expires_at, before(0)));
  await tx.delete(passkeyChallenges).where(lt(passkeyChallenges.expires_at, before(0)));
  /** Their refresh tokens are deleted by cascade. */
  await tx
    .delete(sessions)
    .where(
      or(
        lt(sessions.expires_at, before(ENDED_SESSIONS_MS)),
        lt(sessions.revoked_at, before(ENDED_SESSIONS_MS)),
      ),
    );
}
const STEPS: readonly Step[] = [
  ...[sweepSignIns, sweepErrorRecords, sweepPictures, sweepConfigs, sweepDecisions, sweepRecordings],
  ...[sweepEndings, sweepLeases, sweepMigrations, sweepCompanies, sweepInvitations, sweepSealedOriginals],
  ...[markOverdue, closeResolvedTickets, sweepUnusedFiles, supersedePolicies],
];

/** Each step in a transaction of its own: one that fails holds up no other, and keeps no row of a tenant locked meanwhile. */
export async function sweep(server: Server, onFault: OnFault = rethrow): Promise<void> {
  const { tenantTransactions, limits, clock } = server;
  await limits.sweep();
  await lapseContracts(server, onFault);
  for (const step of STEPS)
    try {
      await tenantTransactions.acrossTenants(tx => step(tx, clock.now()));
    } catch (error) {
      onFault(error);
    }
  await runRetention(server, onFault);
  await sweepReports(server);
  await sweepArchives(server);
  await sweepAttachments(server);
}
