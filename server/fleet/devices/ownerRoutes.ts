/** Routes of the owner portal: his screens, what he asks of them, and pairing one more. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/fleet/owner.ts';
import type { Server } from '../../context/server.ts';
import { mount } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { commandListing } from '../commands/list.ts';
import { queueCommand } from '../commands/queue.ts';
import type { Network } from '../link/network.ts';
import { claimPairing } from '../pairing/pairing.ts';
import { countTries } from '../pairing/tries.ts';
import { changeDevice, ownedListing } from './devices.ts';
import { ownerSummaryOf } from './owner.ts';

const LAST_COMMANDS = 8;

/** A device of another owner is answered as missing. */
const requireOwned = (ctx: TransactionContext, id: string) => ownedListing.read(ctx, id);

export function ownerRoutes(
  app: FastifyInstance,
  limits: Server['limits'],
  sightings: Network['sightings'],
): void {
  mountReads(app, contract.ownerDevices, ownedListing, ctx => sightings.flushTenant(ctx));
  mount(app, contract.ownerDevices.patch, async ({ ctx, params, body, expected }) => {
    await requireOwned(ctx, params.id);
    return changeDevice(ctx, { ...params, expected, patch: body });
  });
  mount(app, contract.ownerSummary, async ({ ctx, query }) => {
    await sightings.flushTenant(ctx);
    return ownerSummaryOf(ctx, query.from);
  });
  mount(app, contract.pairOwnDevice, ({ inTenant, principal, body, request }) =>
    countTries(limits, request.ip, principal.user_id, () =>
      inTenant(async ctx =>
        requireOwned(ctx, await claimPairing(ctx, { ...body, owner_user_id: principal.user_id })),
      ),
    ),
  );
  mount(app, contract.sendOwnCommand, async ({ ctx, params, body }) => {
    await requireOwned(ctx, params.id);
    return queueCommand(ctx, params.id, body);
  });
  mount(app, contract.ownCommands, async ({ ctx, params }) => {
    await requireOwned(ctx, params.id);
    const own = { device_id: params.id, kind: contract.OWNER_COMMANDS.join(',') };
    const { items } = await commandListing.page(ctx, { limit: LAST_COMMANDS, offset: 0, ...own });
    return { items };
  });
}
