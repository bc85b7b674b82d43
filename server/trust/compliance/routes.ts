/** Routes of requests about personal data, of legal texts, consents and retention. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as consent from '../../../shared/contract/trust/consent.ts';
import { policies, publicPolicy } from '../../../shared/contract/trust/policy.ts';
import { retention, retentionClocks } from '../../../shared/contract/trust/retention.ts';
import * as contract from '../../../shared/contract/trust/compliance.ts';
import { mount } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import { consentListing, countConsents, noteOwnConsent } from './consents.ts';
import { acceptDpaOf, readDpaStatuses } from './dpa.ts';
import { eraseTraces } from './erase.ts';
import { archiveOf, readPerson } from './personData.ts';
import * as texts from './policies.ts';
import * as requests from './requests.ts';
import { readClocks } from './retention/clocks.ts';
import { changeRetention, readRetention } from './retention/settings.ts';

export function complianceRoutes(app: FastifyInstance): void {
  const { complianceRequests, ownPrivacyRequests } = contract;
  const acts = complianceRequests.actionEndpoints;
  mountReads(app, complianceRequests, requests.requestListing);
  mount(app, complianceRequests.create, ({ ctx, body }) => requests.takeRequest(ctx, body));
  mount(app, acts.verify, ({ ctx, principal, params }) => requests.verifyRequest(ctx, principal, params.id));
  mount(app, acts.complete, ({ ctx, principal, params }) =>
    requests.completeRequest(ctx, principal, params.id),
  );
  mount(app, acts.refuse, ({ ctx, principal, params, body }) =>
    requests.refuseRequest(ctx, principal, { ...params, ...body }),
  );
  mount(
    app,
    acts.erase,
    ({ ctx, principal, params }) => requests.eraseOfRequest(ctx, principal, params.id),
    async ({ inTenant, principal, params }, call) => {
      const wanted = await inTenant(ctx => requests.lockForErasure(ctx, principal, params.id));
      const done = await call();
      /** A call of his that was under way may have ended since. */
      if (wanted) await inTenant(ctx => eraseTraces(ctx, wanted));
      return done;
    },
  );
  mount(app, contract.exportPerson, ({ inTenant, principal, params, reply }) =>
    inTenant(async ctx => {
      const person = await requests.subjectOf(ctx, principal, params.id);
      return sendArchive(reply, archiveOf(await readPerson(ctx.tx, person), person.email, ctx.now));
    }),
  );

  policyRoutes(app);
  retentionRoutes(app);

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

function policyRoutes(app: FastifyInstance): void {
  mountReads(app, policies, texts.policyListing);
  mount(app, policies.create, ({ ctx, body }) => texts.draftPolicy(ctx, body));
  mount(app, policies.patch, ({ ctx, params, expected, body }) =>
    texts.changePolicy(ctx, { ...params, expected }, body),
  );
  mount(app, policies.remove, ({ ctx, params, expected }) => texts.removePolicy(ctx, params.id, expected));
  mount(app, policies.restore, ({ ctx, params }) => texts.restorePolicy(ctx, params.id));
  mount(app, policies.actionEndpoints.publish, ({ ctx, params }) => texts.publishPolicy(ctx, params.id));
  mount(app, publicPolicy, ({ params, query }) =>
    texts.readPublicPolicy(app.wayside, { ...params, ...query }),
  );
  mountReads(app, consent.consents, consentListing);
  mount(app, consent.consentCounts, ({ ctx }) => countConsents(ctx));
  mount(app, consent.giveConsent, ({ ctx, principal, body }) => noteOwnConsent(ctx, principal, body));
  mount(app, consent.dpaStatuses, ({ ctx, principal }) => readDpaStatuses(ctx, principal));
  mount(app, consent.acceptDpa, ({ ctx, principal, body }) => acceptDpaOf(ctx, principal, body));
}

function retentionRoutes(app: FastifyInstance): void {
  mount(app, retentionClocks, ({ ctx, principal }) => readClocks(ctx, principal));
  mount(app, retention.read, ({ ctx }) => readRetention(ctx));
  mount(app, retention.patch, ({ ctx, expected, body }) => changeRetention(ctx, expected, body));
}

const sendArchive = (reply: FastifyReply, archive: Uint8Array) =>
  reply
    .header('content-disposition', 'attachment; filename="personal-data.zip"')
    .header('cache-control', 'no-store')
    .type('application/zip')
    .send(Buffer.from(archive));
