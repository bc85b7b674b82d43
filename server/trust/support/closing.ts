/** Resolved tickets are closed by themselves once nobody has written for a week. */
import { and, eq, lt } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { CLOSE_AFTER_DAYS } from '../../../shared/contract/trust/ticket.ts';
import type { Db } from '../../db/database.ts';
import { tickets } from '../../db/schema.ts';
import { addEvent, SERVER } from './thread.ts';

const DAY_MS = 86_400_000;

export async function closeResolvedTickets(tx: Db, now: number): Promise<void> {
  const due = await tx
    .select()
    .from(tickets)
    .where(
      and(eq(tickets.state, 'resolved'), lt(tickets.resolved_at, dateOf(now - CLOSE_AFTER_DAYS * DAY_MS))),
    )
    .for('update');
  for (const row of due) {
    await tx
      .update(tickets)
      .set({ state: 'closed', version: row.version + 1, updated_at: dateOf(now) })
      .where(eq(tickets.id, row.id));
    await addEvent({ tx, now }, row, SERVER, 'closed');
  }
}
