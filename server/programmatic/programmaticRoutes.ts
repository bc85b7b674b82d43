/** Routes of what is sold by auction. */
import type { FastifyInstance } from 'fastify';
import { dealRoutes } from './deals/dealRoutes.ts';
import { inventoryRoutes } from './inventory/inventoryRoutes.ts';
import { partnerRoutes } from './partners/partnerRoutes.ts';

export function programmaticRoutes(app: FastifyInstance): void {
  partnerRoutes(app);
  dealRoutes(app);
  inventoryRoutes(app);
}
