/** The scope a call names, and those it inherits from. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import { equals } from '../../db/lists.ts';
import type { ConfigScopeQuery } from '../../../shared/contract/playout/playerConfig.ts';
import { requireFound } from '../../db/rows.ts';
import { devices } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { groupsAbove, indexGroups } from '../effectivePlaylist.ts';
import { groupsOfTenant } from '../groups.ts';
import { ownersOf } from './screens.ts';

export type Owners = ReturnType<typeof ownersOf>;

/** The scope itself first, then those above it. */
export async function ownersFor(
  ctx: TransactionContext,
  { group_id, device_id }: ConfigScopeQuery,
): Promise<Owners> {
  const { tx, tenant_id } = ctx;
  const tenant = { scope: 'tenant' as const, id: tenant_id, name: null };
  if (group_id === undefined && device_id === undefined) return [tenant];
  const groups = indexGroups(await groupsOfTenant(ctx));
  if (group_id !== undefined) {
    const group = requireFound(groups.byId.get(group_id), 'group');
    const chain = groupsAbove([group], groups);
    return [...chain.map(({ id, name }) => ({ scope: 'group' as const, id, name })), tenant];
  }
  const [screen] = await tx
    .select({ id: devices.id, name: devices.name, group_ids: devices.group_ids, tags: devices.tags })
    .from(devices)
    .where(
      and(
        eq(devices.tenant_id, tenant_id),
        equals(devices.id, device_id),
        ne(devices.state, 'retired'),
        isNull(devices.deleted_at),
      ),
    );
  return ownersOf(requireFound(screen, 'device'), groups, tenant_id);
}
