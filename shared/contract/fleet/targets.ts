/** The screens that a bulk request is for: those that are named, or all that a filter of the list matches. */
import * as z from 'zod/mini';
import { DEVICE_STATES, PRESENCES } from './device.ts';
import { enumList, id, text } from '../wire/wire.ts';

/** Named one by one; more are reached by a filter. */
export const MAX_NAMED_DEVICES = 200;
export const MAX_DEVICES_AT_ONCE = 5_000;

export const deviceFilter = {
  q: z.optional(text(0, 120)),
  status: enumList([...PRESENCES, ...DEVICE_STATES]),
  playlist_id: z.optional(id),
  group_id: z.optional(id),
  location_id: z.optional(id),
};
const targets = {
  device_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_NAMED_DEVICES))),
  filter: z.optional(z.strictObject(deviceFilter)),
};
export type DeviceTargets = z.infer<z.ZodMiniObject<typeof targets>>;

/** A body that says what happens to which screens. */
export const forDevices = <S extends z.core.$ZodShape>(fields: S) =>
  z.strictObject({ ...targets, ...fields }).check(
    z.refine(
      body => {
        const { device_ids, filter } = body as DeviceTargets;
        return (device_ids === undefined) !== (filter === undefined);
      },
      { path: ['device_ids'], error: 'Either device_ids or filter' },
    ),
  );
