/** Routes of listings. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/sales/listing.ts';
import { mount } from '../../http/route.ts';
import { mountReads, mountWrites } from '../../resource/mount.ts';
import { changeMany } from './changes.ts';
import { inventoryListing, inventoryRepository } from './listings.ts';
import { soldOf } from './sold.ts';
import { measuredOf } from './measured.ts';

export function listingRoutes(app: FastifyInstance): void {
  mountReads(app, contract.listings, inventoryListing);
  mountWrites(app, contract.listings, inventoryRepository);
  mount(app, contract.changeListings, ({ ctx, body }) => changeMany(ctx, body));
  mount(app, contract.listingMeasured, ({ ctx, params, query }) => measuredOf(ctx, params.id, query.tz));
  mount(app, contract.listingSold, ({ ctx, params, query }) => soldOf(ctx, params.id, query));
}
