/** What was checked, and what is to be checked again: a file of a creative has a row while its results hold. */
import { and, eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { lastDayAnywhere } from '../../../shared/playout/licence.ts';
import { OPEN_SUBMISSIONS } from '../../../shared/contract/content/submissionState.ts';
import type { Server } from '../../context/server.ts';
import { checkedFiles, creatives, mediaAssets, submissions, validations } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isMadeOf } from '../../playout/withdrawn.ts';

const forget = ({ tx, tenant_id }: TransactionContext, which?: SQL) =>
  tx.delete(checkedFiles).where(and(eq(checkedFiles.tenant_id, tenant_id), which));

/** A rule has changed. */
export const recheckAll = (ctx: TransactionContext) => forget(ctx);

export const recheckCreative = (ctx: TransactionContext, creative_id: string) =>
  forget(ctx, eq(checkedFiles.creative_id, creative_id));

export const recheckCreatives = (ctx: TransactionContext, creative_ids: readonly string[]) =>
  forget(ctx, inArray(checkedFiles.creative_id, [...creative_ids])).then(() => undefined);

/** The licence of these files has changed, and with it that of slides with their pictures. */
export const recheckFiles = (ctx: TransactionContext, asset_ids: readonly string[]) => {
  const made = ctx.tx.select({ id: mediaAssets.id }).from(mediaAssets).where(isMadeOf(asset_ids));
  return forget(ctx, inArray(checkedFiles.asset_id, made));
};

/** Its file, and the one that is to take its place. */
const isOfUse = sql`(
  exists(select 1 from ${creatives} where ${creatives.id} = ${validations.creative_id}
    and ${creatives.asset_id} = ${validations.asset_id})
  or exists(select 1 from ${submissions} where ${submissions.creative_id} = ${validations.creative_id}
    and ${submissions.asset_id} = ${validations.asset_id}
    and ${inArray(submissions.state, OPEN_SUBMISSIONS)}))`;

/** A file that was replaced, rejected or withdrawn leaves no results behind. */
export const dropOldFindings = ({ tx, tenant_id }: TransactionContext, creative_id: string) =>
  tx
    .delete(validations)
    .where(
      and(
        eq(validations.tenant_id, tenant_id),
        eq(validations.creative_id, creative_id),
        sql`not ${isOfUse}`,
      ),
    );

/** A licence comes nearer to its end with each day; one that is over has been found to be. */
export const recheckLicences = ({ tenantTransactions, clock }: Server) =>
  tenantTransactions.acrossTenants(async tx => {
    /** The same day as that of the rule, which ends twelve hours behind UTC. */
    const day = sql`(${validations.updated_at} at time zone 'Etc/GMT+12')::date`;
    const due = tx
      .select({ id: validations.creative_id })
      .from(validations)
      .where(
        and(
          eq(validations.rule, 'licence'),
          sql`${validations.measured} >= 0`,
          lt(day, sql`${lastDayAnywhere(clock.now())}::date`),
        ),
      );
    await tx.delete(checkedFiles).where(inArray(checkedFiles.creative_id, due));
  });
