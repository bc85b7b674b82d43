/** Groups of screens: put together by hand, or by tags. */
import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { common, id, int, MAX_INT, name, tags } from '../wire/wire.ts';

const editable = {
  name,
  parent_id: z.nullable(id),
  /** What screens of the group play that have none of their own. */
  playlist_id: z.nullable(id),
  /** Screens with all of these tags also belong to the group. */
  rule: z.nullable(z.strictObject({ tags: tags.check(z.minLength(1)) })),
};
export const deviceGroup = z.object({
  ...common,
  ...editable,
  parent_name: z.nullable(z.string()),
  playlist_name: z.nullable(z.string()),
  /** How many belong to it, by hand and by its rule. */
  screens: int(0, MAX_INT),
});
export type DeviceGroup = z.infer<typeof deviceGroup>;
/** Levels: a group, those below it, and so on. */
export const MAX_GROUP_DEPTH = 8;
export const deviceGroupCreate = z.strictObject({
  name,
  parent_id: z.optional(editable.parent_id),
  playlist_id: z.optional(editable.playlist_id),
  rule: z.optional(editable.rule),
});

export const deviceGroups = entity({
  path: '/api/device-groups',
  bulk: ['delete', 'restore'],
  area: 'devices',
  row: deviceGroup,
  create: deviceGroupCreate,
  patch: z.partial(z.strictObject(editable)),
  removable: true,
  listOptions: { sorts: ['name', 'created_at'], defaultSort: 'name', enums: {}, ids: ['parent_id'] },
});
