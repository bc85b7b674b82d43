/** A rule that keeps it off the screens was broken, and nobody has waived it. */
import { sql } from 'drizzle-orm';
import { creatives, mediaAssets, validations } from '../../db/schema.ts';

export const failsCheck = sql<boolean>`exists(
  select 1 from ${validations} where ${validations.creative_id} = ${creatives.id}
    and ${validations.asset_id} = ${creatives.asset_id} and ${validations.state} = 'fail')`;

/** It was approved before, and has not been taken off the screens since. */
export const failsAfterApproval = sql<boolean>`(
  ${creatives.state} = 'approved' and ${mediaAssets.state} <> 'quarantined' and ${failsCheck})`;
