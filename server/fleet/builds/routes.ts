/** Roll-outs of the player, for whoever runs the platform. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/fleet/build.ts';
import { mount } from '../../http/route.ts';
import { change, listBuilds } from './builds.ts';

export function updateRoutes(app: FastifyInstance): void {
  mount(app, contract.builds, async ({ work }) => ({ items: await listBuilds(work) }));
  mount(app, contract.changeBuild, ({ work, params, expected, body }) =>
    change(work, { build: params.build, expected, patch: body }),
  );
}
