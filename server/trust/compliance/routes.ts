/** Routes of requests about personal data. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as contract from '../../../shared/contract/trust/compliance.ts';
import { mount } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import { archiveOf, readPerson } from './personData.ts';
import * as requests from './requests.ts';

export function complianceRoutes(app: FastifyInstance): void {
  const { complianceRequests, ownPrivacyRequests } = contract;
  const acts = complianceRequests.actionEndpoints;
  mountReads(app, complianceRequests, requests.requestListing);
  mount(app, complianceRequests.create, ({ ctx, body }) => requests.takeRequest(ctx, body));
  mount(app, acts.verify, ({ ctx, params }) => requests.verifyRequest(ctx, params.id));
  mount(app, acts.complete, ({ ctx, params }) => requests.completeRequest(ctx, params.id));
  mount(app, acts.refuse, ({ ctx, params, body }) => requests.refuseRequest(ctx, params.id, body.reason));
  mount(app, acts.erase, ({ ctx, principal, params }) => requests.eraseOfRequest(ctx, principal, params.id));
  mount(app, contract.exportPerson, ({ inTenant, principal, params, reply }) =>
    inTenant(async ctx => {
      const person = await requests.subjectOf(ctx, principal, params.id);
      return sendArchive(reply, archiveOf(await readPerson(ctx.tx, person), person.email, ctx.now));
    }),
  );

  mountReads(app, ownPrivacyRequests, requests.ownRequestListing);
  mount(app, ownPrivacyRequests.create, ({ ctx, principal, body }) =>
    requests.askForOwn(ctx, principal, body),
  );
  mount(app, ownPrivacyRequests.actionEndpoints.withdraw, ({ ctx, params }) =>
    requests.withdrawRequest(ctx, params.id),
  );
  mount(app, contract.exportMe, ({ inTenant, principal, reply }) =>
    inTenant(async ctx => {
      const person = await requests.ownSubject(ctx, principal.user_id);
      return sendArchive(reply, archiveOf(await readPerson(ctx.tx, person), person.email, ctx.now));
    }),
  );
}

const sendArchive = (reply: FastifyReply, archive: Uint8Array) =>
  reply
    .header('content-disposition', 'attachment; filename="personal-data.zip"')
    .header('cache-control', 'no-store')
    .type('application/zip')
    .send(Buffer.from(archive));
