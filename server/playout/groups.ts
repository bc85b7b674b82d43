/** The groups of a tenant that are not deleted. */
import { and, eq, isNull } from 'drizzle-orm';
import { deviceGroups } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';

export const groupsOfTenant = ({ tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>) =>
  tx
    .select({
      id: deviceGroups.id,
      name: deviceGroups.name,
      parent_id: deviceGroups.parent_id,
      playlist_id: deviceGroups.playlist_id,
      rule: deviceGroups.rule,
    })
    .from(deviceGroups)
    .where(and(eq(deviceGroups.tenant_id, tenant_id), isNull(deviceGroups.deleted_at)));
