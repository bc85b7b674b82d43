/** Checks each creative whose file the rules have not been asked about: after an upload, a change, or on demand. */
import { createHash } from 'node:crypto';
import { and, desc, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { dateOf, every } from '../../../shared/clock.ts';
import { shownFile, type SourceMime } from '../../../shared/contract/content/media.ts';
import type { CreativeKind } from '../../../shared/contract/content/creative.ts';
import type { RuleKey } from '../../../shared/contract/content/validation.ts';
import { creatives, mediaAssets, validations, type Measured } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { mediaPath } from '../media/store.ts';
import { check, type Finding } from './checks.ts';
import { measure, UNMEASURED } from './measure.ts';
import { listRules } from './rules.ts';

const PAUSE_MS = 5_000;
type Fault = (error: unknown) => void;
interface Unchecked {
  creative: typeof creatives.$inferSelect;
  asset: typeof mediaAssets.$inferSelect;
}

/** The newest first: somebody waits for it. A video that is still being made smaller is measured afterwards. */
async function nextUnchecked({ tenantTransactions }: Server): Promise<Unchecked | undefined> {
  const rows = await tenantTransactions.acrossTenants(tx =>
    tx
      .select({ creative: creatives, asset: mediaAssets })
      .from(creatives)
      .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
      .where(
        and(
          ...[isNull(creatives.deleted_at), ne(creatives.state, 'archived')],
          inArray(mediaAssets.state, ['ready', 'failed']),
          notInArray(mediaAssets.processing, ['queued', 'running']),
          sql`${creatives.checked_sha256} is distinct from ${mediaAssets.sha256}`,
        ),
      )
      .orderBy(desc(creatives.updated_at))
      .limit(1),
  );
  return rows[0];
}

/** Checks the next one; returns whether there was one. Twice at once does no harm. */
export async function checkNext(server: Server, stop: AbortSignal, onFault: Fault): Promise<boolean> {
  const next = await nextUnchecked(server);
  if (!next) return false;
  const { creative, asset } = next;
  const measured = asset.measured ?? (await measureFile(server, next, stop, onFault));
  if (stop.aborted) return false;
  await inTenant(server, { tenant_id: creative.tenant_id, user_id: null }, async ctx => {
    const subject = { ...creative, kind: creative.kind as CreativeKind, slide: asset.slide, asset };
    const findings = check({ ...subject, measured: measured ?? UNMEASURED }, await listRules(ctx));
    await writeFindings(ctx, next, findings);
    const { tx } = ctx;
    if (measured) await tx.update(mediaAssets).set({ measured }).where(eq(mediaAssets.id, asset.id));
    /** Words that were changed meanwhile are checked next. */
    await tx
      .update(creatives)
      .set({ checked_sha256: asset.sha256 })
      .where(and(eq(creatives.id, creative.id), eq(creatives.version, creative.version)));
  });
  return true;
}

/** null: nothing can be measured of it here, or it is tried again with the next check. */
async function measureFile(
  server: Server,
  { creative, asset }: Unchecked,
  stop: AbortSignal,
  onFault: Fault,
): Promise<Measured | null> {
  if (creative.kind !== 'video' || asset.processing === 'unavailable') return null;
  try {
    /** As screens have it: of a file they do not play, what was made of it. */
    const { sha256, mime } = shownFile(asset);
    const { w, h } = asset;
    const file = { path: mediaPath(server, sha256), mime: mime as SourceMime, w, h };
    return await measure(server.config.ffmpeg, file, stop);
  } catch (error) {
    if (!stop.aborted) onFault(error);
    return null;
  }
}

/** The same for the same rule of the same creative, so that each has one result, whoever checks it. */
function idOf(creative_id: string, rule: RuleKey): string {
  const hex = createHash('sha256').update(`${creative_id} ${rule}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
}

/** What was waived stays so for the same file; a rule that has nothing to say any more leaves nothing. */
async function writeFindings(ctx: TransactionContext, { creative, asset }: Unchecked, findings: Finding[]) {
  const { tx, tenant_id, now } = ctx;
  const rules = findings.map(({ rule }) => rule);
  const ofCreative = eq(validations.creative_id, creative.id);
  await tx
    .delete(validations)
    .where(rules.length === 0 ? ofCreative : and(ofCreative, notInArray(validations.rule, rules)));
  if (findings.length === 0) return;
  const isWaived = sql`${validations.state} = 'waived' and ${validations.asset_id} = excluded.asset_id and excluded.state <> 'pass'`;
  const at = { created_at: dateOf(now), updated_at: dateOf(now) };
  await tx
    .insert(validations)
    .values(
      findings.map(({ rule, result, measured, limit, found }) => ({
        ...{ id: idOf(creative.id, rule), tenant_id, creative_id: creative.id, asset_id: asset.id },
        ...{ rule, state: result, measured, most: limit, found, ...at },
      })),
    )
    .onConflictDoUpdate({
      target: validations.id,
      set: {
        state: sql`case when ${isWaived} then 'waived' else excluded.state end`,
        waived_by: sql`case when ${isWaived} then ${validations.waived_by} end`,
        reason: sql`case when ${isWaived} then ${validations.reason} else '' end`,
        asset_id: sql`excluded.asset_id`,
        measured: sql`excluded.measured`,
        most: sql`excluded.most`,
        found: sql`excluded.found`,
        updated_at: dateOf(now),
        version: sql`${validations.version} + 1`,
      },
    });
}

/** Returns a function that stops the worker; what it measured is measured again. */
export function startChecking(server: Server, onFault: Fault): () => Promise<void> {
  const stop = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  const work = async () => {
    while (!stop.signal.aborted && (await checkNext(server, stop.signal, onFault)));
  };
  const end = every(server.clock, PAUSE_MS, () => (working = work().catch(onFault)));
  return async () => {
    end();
    stop.abort();
    await working;
  };
}
