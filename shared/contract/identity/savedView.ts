import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { common, id, text } from '../wire/wire.ts';

const MAX_QUERY = 2_048;
const resource = z.string().check(z.regex(/^[a-z-]{1,40}$/));
const editable = {
  name: text(1, 60),
  /** Query string of the list's URL. */
  query: z.string().check(z.maxLength(MAX_QUERY)),
  /** Visible to all users of the tenant. */
  shared: z.boolean(),
  /** The list opens with it for the user who saved it. */
  is_default: z.boolean(),
};
export const savedView = z.object({ ...common, ...editable, resource, user_id: id });
export type SavedView = z.infer<typeof savedView>;

export const savedViews = entity({
  path: '/api/saved-views',
  bulk: ['delete', 'restore'],
  area: 'self',
  row: savedView,
  create: z.strictObject({ ...editable, resource }),
  patch: z.partial(z.strictObject(editable)),
  removable: true,
  listOptions: { sorts: ['name', 'created_at'], defaultSort: 'name', enums: {}, texts: ['resource'] },
});
