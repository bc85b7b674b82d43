/** Asks the rules about one file of a creative and writes what they say. */
import { createHash } from 'node:crypto';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { CreativeKind } from '../../../shared/contract/content/creative.ts';
import type { RuleKey } from '../../../shared/contract/content/validation.ts';
import { checkedFiles, creatives, mediaAssets, validations, type Measured } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { licenceEnd } from '../creatives/rights.ts';
import { check, type Finding } from './checks.ts';
import { UNMEASURED } from './measure.ts';
import { dropOldFindings } from './recheck.ts';
import { listRules } from './rules.ts';

export interface FileOfCreative {
  creative_id: string;
  asset_id: string;
}

/** The creative is locked: words that change meanwhile are checked next. */
export async function checkFile(ctx: TransactionContext, file: FileOfCreative): Promise<void> {
  const { tx, tenant_id } = ctx;
  const [creative] = await tx
    .select()
    .from(creatives)
    .where(and(eq(creatives.id, file.creative_id), eq(creatives.tenant_id, tenant_id)))
    .for('update');
  const [found] = await tx
    .select({ asset: mediaAssets, licence_until: licenceEnd })
    .from(mediaAssets)
    .where(and(eq(mediaAssets.id, file.asset_id), eq(mediaAssets.tenant_id, tenant_id)));
  if (!creative || !found) return;
  const asset = { ...found.asset, licence_until: found.licence_until };
  const measured: Measured = asset.measured ?? UNMEASURED;
  const subject = { ...creative, kind: creative.kind as CreativeKind, slide: asset.slide, asset, measured };
  await writeFindings(ctx, file, check(subject, await listRules(ctx), ctx.now));
  await dropOldFindings(ctx, file.creative_id);
  await tx
    .insert(checkedFiles)
    .values({ tenant_id, ...file })
    .onConflictDoNothing();
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
/** The same for the same rule of the same file of a creative, so that each has one result, whoever checks it. */
const idOf = ({ creative_id, asset_id }: FileOfCreative, rule: RuleKey) =>
  hashOf(`${creative_id} ${asset_id} ${rule}`).replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12}).*/,
    '$1-$2-$3-$4-$5',
  );

/** What was waived stays so for the same file and the same words; a rule that has nothing to say any more leaves nothing. */
async function writeFindings(ctx: TransactionContext, file: FileOfCreative, findings: readonly Finding[]) {
  const { tx, tenant_id, now } = ctx;
  const { creative_id, asset_id } = file;
  const rules = findings.map(({ rule }) => rule);
  await tx
    .delete(validations)
    .where(
      and(
        eq(validations.creative_id, creative_id),
        eq(validations.asset_id, asset_id),
        rules.length === 0 ? undefined : notInArray(validations.rule, rules),
      ),
    );
  if (findings.length === 0) return;
  const isWaived = sql`${validations.state} = 'waived' and excluded.state <> 'pass'
    and (${validations.subject_sha256} is null or ${validations.subject_sha256} = excluded.subject_sha256)`;
  const at = { created_at: dateOf(now), updated_at: dateOf(now) };
  await tx
    .insert(validations)
    .values(
      findings.map(({ rule, result, measured, limit, found, subject }) => ({
        ...{ id: idOf(file, rule), tenant_id, creative_id, asset_id },
        ...{ rule, state: result, measured, most: limit, found, ...at },
        subject_sha256: subject === null ? null : hashOf(subject),
      })),
    )
    .onConflictDoUpdate({
      target: validations.id,
      set: {
        state: sql`case when ${isWaived} then 'waived' else excluded.state end`,
        waived_by: sql`case when ${isWaived} then ${validations.waived_by} end`,
        reason: sql`case when ${isWaived} then ${validations.reason} else '' end`,
        subject_sha256: sql`excluded.subject_sha256`,
        measured: sql`excluded.measured`,
        most: sql`excluded.most`,
        found: sql`excluded.found`,
        updated_at: dateOf(now),
        version: sql`${validations.version} + 1`,
      },
    });
}
