/** Routes of the support desk, of each requester's own tickets, and of the contact page. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/trust/ticket.ts';
import * as files from '../../../shared/contract/trust/ticketAttachment.ts';
import type { Server } from '../../context/server.ts';
import { mount } from '../../http/route.ts';
import { mountLists } from '../../resource/mount.ts';
import { idempotencyKeyOf } from '../../transaction/idempotency.ts';
import { dropIfDetached, sendAttachment } from './attachments/attachments.ts';
import { takeContactMessage } from './contact.ts';
import * as desk from './desk.ts';
import { devicesInReach } from './diagnostics.ts';
import { deskPeople } from './people.ts';
import * as own from './requester.ts';
import { campaignsInReach, invoicesInReach } from './subjects.ts';
import { ownTicketListing, ticketListing } from './tickets.ts';

export function supportRoutes(app: FastifyInstance, server: Server): void {
  const { tickets, ownTickets } = contract;
  const acts = tickets.actionEndpoints;
  mount(app, contract.assignees, async ({ ctx }) => ({ items: await deskPeople(ctx) }));
  mountLists(app, tickets, ticketListing);
  mount(app, tickets.read, ({ ctx, principal, params }) => desk.readTicket(ctx, principal, params.id));
  mount(app, tickets.patch, ({ ctx, principal, params, expected, body }) =>
    desk.change(ctx, principal, { ...params, expected, patch: body }),
  );
  for (const verb of ['reply', 'note'] as const)
    mount(app, acts[verb], ({ ctx, principal, params, body }) =>
      desk[verb](ctx, principal, params.id, body.body),
    );
  mount(app, acts.assign, ({ ctx, principal, params, body }) =>
    desk.assign(ctx, principal, { ...params, ...body }),
  );
  mount(app, acts.merge, ({ ctx, principal, params, body }) =>
    desk.merge(ctx, principal, params.id, body.number),
  );
  for (const verb of ['resolve', 'reopen'] as const)
    mount(app, acts[verb], ({ ctx, principal, params }) => desk[verb](ctx, principal, params.id));

  const ownActs = ownTickets.actionEndpoints;
  mount(app, contract.ticketDevices, async ({ ctx, principal }) => ({
    items: await devicesInReach(ctx, principal),
  }));
  mount(app, contract.ticketCampaigns, async ({ ctx, principal }) => ({
    items: await campaignsInReach(ctx, principal),
  }));
  mount(app, contract.ticketInvoices, async ({ ctx, principal }) => ({
    items: await invoicesInReach(ctx, principal),
  }));
  mountLists(app, ownTickets, ownTicketListing);
  mount(app, ownTickets.read, ({ ctx, params }) => own.readOwn(ctx, params.id));
  mount(app, ownTickets.create, ({ ctx, principal, body }) => own.writeOwn(ctx, principal, body));
  mount(app, ownActs.reply, ({ ctx, principal, params, body }) =>
    own.replyOwn(ctx, principal, { ...params, ...body }),
  );
  mount(app, ownActs.resolve, ({ ctx, principal, params }) => own.resolveOwn(ctx, principal, params.id));

  mount(app, files.attachToTicket, ({ ctx, principal, params, body }) =>
    desk.attachFile(server, ctx, principal, { ...params, ...body }),
  );
  mount(app, files.readTicketAttachment, async ({ inTenant, principal, params, reply }) =>
    sendAttachment(server, reply, await inTenant(ctx => desk.readFile(ctx, principal, params))),
  );
  mount(app, files.attachToOwnTicket, ({ ctx, principal, params, body }) =>
    own.attachOwn(server, ctx, principal, { ...params, ...body }),
  );
  mount(app, files.readOwnAttachment, async ({ inTenant, params, reply }) =>
    sendAttachment(server, reply, await inTenant(ctx => own.readOwnFile(ctx, params))),
  );
  for (const [endpoint, removeFile] of [
    [files.removeTicketAttachment, desk.removeFile],
    [files.removeOwnAttachment, own.removeOwnFile],
  ] as const)
    mount(
      app,
      endpoint,
      ({ ctx, principal, params }) => removeFile(ctx, principal, params),
      async ({ inTenant, params }, call) => {
        const done = await call();
        await inTenant(ctx => dropIfDetached(server, ctx, params.attachment_id));
        return done;
      },
    );

  mount(app, contract.contact, async ({ body, request, reply }) => {
    // A message lies in an outbox until the answer names it; the answer of a captive portal does not.
    const named = request.headers['idempotency-key'];
    const key = named === undefined ? null : idempotencyKeyOf(named);
    await takeContactMessage(server, body);
    if (key !== null) reply.header('idempotency-key', key);
    return { ok: true as const };
  });
}
