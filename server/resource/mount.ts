/** Mounts the endpoints of an entity on its listing and repository. */
import type { FastifyInstance } from 'fastify';
import type { Entity } from '../../shared/contract/wire/entity.ts';
import type { Endpoint } from '../../shared/contract/wire/endpoint.ts';
import { mount } from '../http/route.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { mountBulk } from './bulk.ts';
import { sendExport } from './export.ts';
import type { Listing } from './listing.ts';
import type { Repository } from './repository.ts';

export type Before = (ctx: TransactionContext) => Promise<void>;
/** `before` runs first, for example to write buffered values to the table. */
export function mountReads(app: FastifyInstance, entity: Entity, listing: Listing, before?: Before): void {
  mountLists(app, entity, listing, before);
  mount(app, entity.read, async ({ ctx, params, principal }) => {
    await before?.(ctx);
    return listing.read(ctx, params.id, principal);
  });
}

/** Without the single row, for entities that read it in a way of their own. */
export function mountLists(app: FastifyInstance, entity: Entity, listing: Listing, before?: Before): void {
  mount(app, entity.list, async ({ ctx, query, principal }) => {
    await before?.(ctx);
    return listing.page(ctx, query, principal);
  });
  mount(app, entity.export, async ({ inTenant, query, principal, reply }) => {
    const { clock } = app.wayside;
    if (before) await inTenant(before);
    return sendExport(listing, { ...entity, inTenant, query, principal, reply, now: clock.now() });
  });
  mountBulk(app, entity, listing, before);
}

interface WriteInput {
  ctx: TransactionContext;
  params: { id: string };
  body: Record<string, unknown>;
  expected: number;
}
/** The contract fixes the types of each entity; this handler serves any of them. */
type Handler = Parameters<typeof mount<Endpoint>>[2];

export function mountWrites(app: FastifyInstance, entity: Entity, kept: Repository): void {
  const on = (endpoint: Endpoint | undefined, act: (input: WriteInput) => Promise<unknown>) => {
    if (endpoint) mount(app, endpoint, act as unknown as Handler);
  };
  on(entity.create, ({ ctx, body }) => kept.create(ctx, body));
  on(entity.patch, ({ ctx, params, expected, body }) => kept.change(ctx, params.id, expected, body));
  on(entity.remove, ({ ctx, params, expected }) => kept.remove(ctx, params.id, expected));
  on(entity.restore, ({ ctx, params }) => kept.restore(ctx, params.id));
  for (const [verb, act] of Object.entries(entity.actions))
    on(entity.actionEndpoints[verb], ({ ctx, params }) => kept.act(ctx, params.id, act));
}
