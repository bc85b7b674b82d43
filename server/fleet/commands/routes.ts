/** Commands: asked by people, carried out by screens. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/fleet/command.ts';
import { mount } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import { ask, cancel } from './ask.ts';
import { tell } from './deliver.ts';
import { commandListing } from './list.ts';
import { askMany, cancelMany, reach } from './many.ts';

export function commandRoutes(app: FastifyInstance): void {
  mountReads(app, contract.deviceCommands, commandListing);
  mount(app, contract.sendCommand, ({ work, params, body }) => ask(work, params.id, body));
  mount(app, contract.sendCommands, ({ work, body }) => askMany(work, body));
  mount(app, contract.commandReach, ({ work, query }) => reach(work, query));
  mount(app, contract.cancelBatch, ({ work, params }) => cancelMany(work, params.id));
  mount(app, contract.deviceCommands.calls.cancel, ({ work, params }) => cancel(work, params.id));
}

export function tellRoutes(app: FastifyInstance): void {
  mount(app, contract.tellCommand, ({ caller, inTenant, params, body }) =>
    inTenant(work => tell(work, { id: params.id, device_id: caller.device_id, said: body })),
  );
}
