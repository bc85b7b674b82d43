/** The calls of an entity, carried out by its listing and repository. */
import type { FastifyInstance } from 'fastify';
import type { Entity } from '../../shared/contract/wire/entity.ts';
import type { Endpoint } from '../../shared/contract/wire/endpoint.ts';
import { mount } from '../http/route.ts';
import type { Work } from '../transaction/work.ts';
import { sendExport } from './export.ts';
import type { Listing } from './listing.ts';
import type { Repository } from './repository.ts';

/** `before`: what is still on its way into the table. */
export function mountReads(
  app: FastifyInstance,
  entity: Entity,
  listing: Listing,
  before?: (work: Work) => Promise<void>,
): void {
  mount(app, entity.list, async ({ work, query, caller }) => {
    await before?.(work);
    return listing.page(work, query, caller);
  });
  mount(app, entity.export, ({ inTenant, query, caller, reply }) => {
    const { clock } = app.wayside;
    return sendExport(listing, { ...entity, inTenant, query, caller, reply, now: clock.now() });
  });
  mount(app, entity.read, async ({ work, params, caller }) => {
    await before?.(work);
    return listing.one(work, params.id, caller);
  });
}

interface Written {
  work: Work;
  params: { id: string };
  body: Record<string, unknown>;
  expected: number;
}
/** The types of a single entity are settled by its contract; here any of them is meant. */
type Handler = Parameters<typeof mount<Endpoint>>[2];

export function mountWrites(app: FastifyInstance, entity: Entity, kept: Repository): void {
  const on = (endpoint: Endpoint | undefined, act: (input: Written) => Promise<unknown>) => {
    if (endpoint) mount(app, endpoint, act as unknown as Handler);
  };
  on(entity.create, ({ work, body }) => kept.create(work, body));
  on(entity.patch, ({ work, params, expected, body }) => kept.change(work, params.id, expected, body));
  on(entity.remove, ({ work, params, expected }) => kept.remove(work, params.id, expected));
  on(entity.restore, ({ work, params }) => kept.restore(work, params.id));
  for (const [verb, act] of Object.entries(entity.acts))
    on(entity.calls[verb], ({ work, params }) => kept.act(work, params.id, act));
}
