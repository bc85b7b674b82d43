/** Creatives of which the file is the one that was approved. */
import { and, eq } from 'drizzle-orm';
import { creatives, mediaAssets } from '../../db/schema.ts';

/** What was approved is a hash, and screens are given nothing else. */
export const isApproved = and(
  eq(creatives.state, 'approved'),
  eq(creatives.approved_sha256, mediaAssets.sha256),
);
