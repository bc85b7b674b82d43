/** Groups of screens: assigned manually, or by tags. */
import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { common, id, name, tags } from '../wire/wire.ts';

const editable = {
  name,
  parent_id: z.nullable(id),
  /** Screens with all of these tags also belong to the group. */
  rule: z.nullable(z.strictObject({ tags: tags.check(z.minLength(1)) })),
};
export const deviceGroup = z.object({ ...common, ...editable });
export type DeviceGroup = z.infer<typeof deviceGroup>;
export const deviceGroupCreate = z.strictObject({
  name,
  parent_id: z.optional(editable.parent_id),
  rule: z.optional(editable.rule),
});

export const deviceGroups = entity({
  path: '/api/device-groups',
  area: 'devices',
  row: deviceGroup,
  create: deviceGroupCreate,
  patch: z.partial(z.strictObject(editable)),
  removable: true,
  listOptions: { sorts: ['name', 'created_at'], defaultSort: 'name', enums: {}, ids: ['parent_id'] },
});
