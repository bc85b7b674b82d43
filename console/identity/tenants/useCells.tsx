/** How much of its limit a sub-tenant uses, by kind. */
import type { LimitKind, SubTenant } from '../../../shared/contract/identity/tenant.ts';
import type { Cell } from '../../kit/resource/defineResource.ts';
import { useText } from '../../kit/text/useText.ts';
import { useAmount } from './useAmount.ts';

const cellOf = (kind: LimitKind): Cell<SubTenant['used'], SubTenant> =>
  function Use({ value, row, resource }) {
    const text = useText(resource);
    const amount = useAmount();
    const limit = row.limits[kind];
    const used = amount(value[kind], kind);
    return (
      <span className="whitespace-nowrap tabular-nums">
        {limit === null ? used : text('use.of', { used, limit: amount(limit, kind) })}
      </span>
    );
  };
export const DevicesUsed = cellOf('devices');
export const UsersUsed = cellOf('users');
export const StorageUsed = cellOf('storage_gb');
