/** The same change to many screens at once. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { id, tags } from '../wire/wire.ts';
import { forDevices, MAX_GROUPS } from './device.ts';

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
