/** Routes of placements, of their names with partners, of creatives, slots and multiplier models. */
import type { FastifyInstance } from 'fastify';
import { creativeMappings } from '../../../shared/contract/programmatic/creativeMapping.ts';
import * as mapping from '../../../shared/contract/programmatic/inventoryMapping.ts';
import { multiplierModels } from '../../../shared/contract/programmatic/multiplierModel.ts';
import * as placement from '../../../shared/contract/programmatic/placement.ts';
import { slotMappings } from '../../../shared/contract/programmatic/slotMapping.ts';
import { mount } from '../../http/route.ts';
import { mountReads, mountWrites } from '../../resource/mount.ts';
import * as creative from './creativeMappings.ts';
import { mappingListing, mappingRepository } from './mappings.ts';
import { confirmAll, importAll, matchAll } from './matching.ts';
import { matrixOf } from './matrix.ts';
import { modelListing, modelRepository } from './multiplierModels.ts';
import { placeAll, placementListing, placementRepository } from './placements.ts';
import { slotMappingListing, slotMappingRepository } from './slotMappings.ts';
import { venuesOf } from '../../venues/venues.ts';

export function inventoryRoutes(app: FastifyInstance): void {
  mountReads(app, placement.placements, placementListing);
  mountWrites(app, placement.placements, placementRepository);
  mount(app, placement.placeAllScreens, ({ ctx, body }) => placeAll(ctx, body.multiplier_model_id));
  mount(app, placement.venueTaxonomy, ({ params }) => ({ items: venuesOf(params.taxonomy) }));

  mountReads(app, mapping.inventoryMappings, mappingListing);
  mountWrites(app, mapping.inventoryMappings, mappingRepository);
  mount(app, mapping.confirmMappings, ({ ctx, body }) => confirmAll(ctx, body.partner_id));
  mount(app, mapping.autoMatch, ({ ctx, body }) => matchAll(ctx, body.partner_id));
  mount(app, mapping.mappingMatrix, ({ ctx, query }) => matrixOf(ctx, query));
  mount(app, mapping.importMappings, ({ ctx, body, query }) =>
    importAll(ctx, { ...body, isDryRun: query.dry_run === '1' }),
  );

  mountReads(app, creativeMappings, creative.creativeMappingListing);
  const { create, patch, remove, restore } = creativeMappings;
  mount(app, create, ({ ctx, body }) => creative.createMapping(ctx, body));
  mount(app, patch, ({ ctx, params, expected, body }) =>
    creative.changeMapping(ctx, { ...params, expected }, body),
  );
  mount(app, remove, ({ ctx, params, expected }) => creative.removeMapping(ctx, params.id, expected));
  mount(app, restore, ({ ctx, params }) => creative.restoreMapping(ctx, params.id));
  const acts = creativeMappings.actionEndpoints;
  mount(app, acts.approve, ({ ctx, params }) => creative.approve(ctx, params.id));
  mount(app, acts.deny, ({ ctx, params, body }) => creative.deny(ctx, params.id, body));
  mount(app, acts.recheck, ({ ctx, params }) => creative.recheck(ctx, params.id));

  mountReads(app, slotMappings, slotMappingListing);
  mountWrites(app, slotMappings, slotMappingRepository);
  mountReads(app, multiplierModels, modelListing);
  mountWrites(app, multiplierModels, modelRepository);
}
