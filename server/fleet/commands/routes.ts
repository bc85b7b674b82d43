/** Routes of commands: sent by users, carried out by screens. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/fleet/command.ts';
import { mount } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import { queueCommand, cancel } from './queue.ts';
import { recordCommandReport } from './deliver.ts';
import { commandListing } from './list.ts';
import { queueCommands, cancelCommandBatch, commandReachOf } from './bulk.ts';

export function commandRoutes(app: FastifyInstance): void {
  mountReads(app, contract.deviceCommands, commandListing);
  mount(app, contract.sendCommand, ({ ctx, params, body }) => queueCommand(ctx, params.id, body));
  mount(app, contract.sendCommands, ({ ctx, body }) => queueCommands(ctx, body));
  mount(app, contract.commandReach, ({ ctx, query }) => commandReachOf(ctx, query));
  mount(app, contract.cancelBatch, ({ ctx, params }) => cancelCommandBatch(ctx, params.id));
  mount(app, contract.deviceCommands.actionEndpoints.cancel, ({ ctx, params }) => cancel(ctx, params.id));
}

export function commandReportRoutes(app: FastifyInstance): void {
  mount(app, contract.reportCommand, ({ principal, inTenant, params, body }) =>
    inTenant(ctx =>
      recordCommandReport(ctx, { id: params.id, device_id: principal.device_id, report: body }),
    ),
  );
}
