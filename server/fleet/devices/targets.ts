/** The screens a bulk request is for. */
import { MAX_DEVICES_AT_ONCE, type DeviceTargets } from '../../../shared/contract/fleet/deviceChanges.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { deviceListing } from './devices.ts';

/** Distinct ids, in the order of the list. */
export async function targetIds(
  ctx: TransactionContext,
  { device_ids, filter = {} }: DeviceTargets,
): Promise<string[]> {
  const ids = [...new Set(device_ids ?? (await deviceListing.idsOf(ctx, filter, null)))];
  if (ids.length > MAX_DEVICES_AT_ONCE)
    throw new AppError('RULE', `At most ${MAX_DEVICES_AT_ONCE} screens at once.`, {
      most: MAX_DEVICES_AT_ONCE,
      named: ids.length,
    });
  return ids;
}
