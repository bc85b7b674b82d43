/** A signed root over the plays of today, as a night makes one over those of a day that has ended. */
import { instant } from '../../../../shared/clock.ts';
import { dayOf } from '../../../../shared/i18n/format.ts';
import { rootDay } from '../../../../server/proof/verify/roots.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import type { TestServer } from '../server.ts';

export async function addRoot({ server }: Pick<TestServer, 'server'>, tenant_id: string): Promise<void> {
  const day = dayOf(instant(server.clock.now()), 'UTC');
  await inTenant(server, { tenant_id, user_id: null }, ctx => rootDay(ctx, { day, tz: 'UTC', before: null }));
}
