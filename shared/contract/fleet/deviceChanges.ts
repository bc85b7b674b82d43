/** Which screens a bulk request is for, and the same change to all of them. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { enumList, id, tags, text } from '../wire/wire.ts';
import { DEVICE_STATES, MAX_GROUPS, PRESENCES } from './device.ts';

/** Screens of a bulk request: named one by one, or all that a filter of the list matches. */
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

const someGroups = z.array(id).check(z.minLength(1, 'Required'), z.maxLength(MAX_GROUPS));
const someTags = tags.check(z.minLength(1, 'Required'));

export const deviceChange = z
  .strictObject({
    playlist_id: z.optional(z.nullable(id)),
    add_groups: z.optional(someGroups),
    remove_groups: z.optional(someGroups),
    location_id: z.optional(z.nullable(id)),
    /** A device owner of the tenant. */
    owner_user_id: z.optional(z.nullable(id)),
    add_tags: z.optional(someTags),
    remove_tags: z.optional(someTags),
    /** Takes them out of service for good; nothing else is changed with it. */
    retire: z.optional(z.literal(true)),
  })
  .check(
    z.refine(change => Object.values(change).some(value => value !== undefined), { error: 'Required' }),
    z.refine(change => change.retire !== true || Object.keys(change).length === 1, {
      path: ['retire'],
      error: 'Invalid input',
    }),
  );
export type DeviceChange = z.infer<typeof deviceChange>;

/** STATE: it is retired. RULE: it would have too many tags or groups. */
export const CHANGE_REFUSALS = ['NOT_FOUND', 'STATE', 'RULE'] as const;
export const changeDevices = endpoint({
  method: 'POST',
  path: '/api/devices/changes',
  access: { who: 'user', area: 'devices', level: 'W' },
  summary: 'Change many screens at once; those that stay as they were are named',
  body: forDevices({ change: deviceChange }),
  answer: z.object({
    ok: z.array(id),
    failed: z.array(z.object({ id, name: z.nullable(z.string()), error: z.enum(CHANGE_REFUSALS) })),
  }),
});
