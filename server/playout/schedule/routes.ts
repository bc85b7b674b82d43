import type { FastifyInstance } from 'fastify';
import { scheduleEntries, whatPlays } from '../../../shared/contract/playout/scheduleEntry.ts';
import { mount } from '../../http/route.ts';
import { mountReads, mountWrites } from '../../resource/mount.ts';
import { entryListing, entryRepository } from './entries.ts';
import { planFor } from './plan.ts';

export function scheduleRoutes(app: FastifyInstance): void {
  mount(app, whatPlays, ({ ctx, query }) => planFor(ctx, query));
  mountReads(app, scheduleEntries, entryListing);
  mountWrites(app, scheduleEntries, entryRepository);
}
