/** The same action on many rows of an entity: `POST /x/bulk` (contract §0). */
import * as z from 'zod/mini';
import { endpoint, type Endpoint } from './endpoint.ts';
import type { Entity } from './entity.ts';
import { id } from './wire.ts';

/** Rows of one bulk call: each takes a few statements, and all of them are one transaction. */
export const MAX_BULK_ROWS = 200;

/** The call that does to one row what a bulk action does to many. */
export function singleCallOf(entity: Entity, action: string): Endpoint {
  const call =
    action === 'delete'
      ? entity.remove
      : action === 'restore'
        ? entity.restore
        : entity.actionEndpoints[action];
  if (call === undefined) throw new Error(`${entity.name} has no action ${action}`);
  return call;
}

/** Undefined where the entity has no bulk actions. All of them ask the same of who calls. */
export function bulkOf(entity: Entity) {
  const [first, ...others] = entity.bulk.map(action => singleCallOf(entity, action));
  if (first === undefined) return undefined;
  const access = first.access as Entity['list']['access'];
  for (const other of others)
    if (JSON.stringify(other.access) !== JSON.stringify(access))
      throw new Error(
        `${other.path} asks something else of who calls than ${first.path}: it is no bulk action`,
      );
  const { limit: _limit, offset: _offset, sort: _sort, ...filter } = entity.list.query?.shape ?? {};
  return endpoint({
    method: 'POST',
    path: `${entity.path}/bulk`,
    access,
    summary: `Do the same to many of ${entity.name}; those that do not allow it stay as they were and are named`,
    body: z
      .strictObject({
        ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_BULK_ROWS))),
        /** All rows that the list shows by it. */
        filter: z.optional(z.strictObject(filter)),
        action: z.enum(entity.bulk),
        /** What the single call takes as its body. */
        params: z.optional(z.record(z.string(), z.unknown())),
      })
      .check(
        z.refine(body => (body.ids === undefined) !== (body.filter === undefined), {
          path: ['ids'],
          error: 'Either ids or filter',
        }),
      ),
    answer: z.object({
      ok: z.array(id),
      /** `error`: the code that the single call answers with. */
      failed: z.array(z.object({ id, error: z.string() })),
    }),
  });
}
