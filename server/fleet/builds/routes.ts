/** Routes to manage roll-outs of the player. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/fleet/build.ts';
import { mount } from '../../http/route.ts';
import { changeBuildRollout, listBuilds } from './builds.ts';

export function updateRoutes(app: FastifyInstance): void {
  mount(app, contract.builds, async ({ ctx }) => ({ items: await listBuilds(ctx) }));
  mount(app, contract.changeBuild, ({ ctx, params, expected, body }) =>
    changeBuildRollout(ctx, { build: params.build, expected, patch: body }),
  );
}
