/** Routes of feeds. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/content/feed.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { requireWritable } from '../../http/principal.ts';
import { mount } from '../../http/route.ts';
import { OutboundError } from '../../net/outbound.ts';
import { mountReads, mountWrites } from '../../resource/mount.ts';
import type { Server } from '../../context/server.ts';
import { actOnFeed, feedListing, feedRepository } from './feeds.ts';
import { mapEntry } from './mapping.ts';
import { FeedError } from './parse.ts';
import { fetchFeed } from './readFeed.ts';

const PREVIEWED = 10;

export function feedRoutes(app: FastifyInstance, server: Server): void {
  const { feeds } = contract;
  mountReads(app, feeds, feedListing);
  mount(app, contract.feedPreview, async ({ inTenant, body, principal }) => {
    /** It reads an address for him, though it changes nothing. */
    requireWritable(principal);
    const answer = await preview(server, body);
    /** Nothing is written but who had the server read which address. */
    return inTenant(ctx => {
      ctx.auditNote.target_name = body.url;
      return Promise.resolve(answer);
    });
  });
  mountWrites(app, { ...feeds, actions: {} }, feedRepository);
  for (const verb of ['refresh', 'pause', 'resume'] as const)
    mount(app, feeds.actionEndpoints[verb], ({ ctx, params }) => actOnFeed(ctx, params.id, verb));
}

/** Nothing of it is kept. */
async function preview(
  server: Server,
  source: Body<typeof contract.feedPreview>,
): Promise<Answer<typeof contract.feedPreview>> {
  const { feed } = await fetchFeed(server.outbound, source).catch((error: unknown) => {
    if (error instanceof OutboundError || error instanceof FeedError)
      throw new AppError('VALIDATION', error.message, { url: [error.message], fault: error.fault });
    throw error;
  });
  const entries = feed?.entries ?? [];
  const now = server.clock.now();
  return {
    parts: [...new Set(['feed', ...entries.flatMap(entry => Object.keys(entry))])],
    items: entries.slice(0, PREVIEWED).map(entry => {
      const { title, body, ends_at, image_url, problems } = mapEntry(source, feed!, entry, now);
      return { title, body, ends_at, image: image_url !== null, problems };
    }),
  };
}
