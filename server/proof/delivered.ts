import { sql } from 'drizzle-orm';

/** A play `p` that counts for its campaign: accepted, and shown to its end. */
export const isDelivered = sql`p.state in ('accepted', 'late', 'billed') and p.result = 'completed'`;
