/** Routes of submissions: the queue of whoever decides, and each submitter's own. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/content/submission.ts';
import { mount, versionSeenIfNamed } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import { assign, decide, prioritise } from './decide.ts';
import { ownSubmissionListing, submissionListing } from './submissions.ts';
import { changeOwn, discardDraft, resubmit, submitOwn, withdraw } from './submit.ts';

export function submissionRoutes(app: FastifyInstance): void {
  const decided = contract.submissions.actionEndpoints;
  mountReads(app, contract.submissions, submissionListing);
  mount(app, decided.assign, ({ ctx, principal, params, body, request }) =>
    assign(ctx, principal, { ...params, ...body, expected: versionSeenIfNamed(request) }),
  );
  mount(app, decided.prioritise, ({ ctx, params, body }) => prioritise(ctx, params.id, body.priority));
  mount(app, decided.approve, ({ ctx, principal, params, body, request }) =>
    decide(ctx, principal, {
      ...{ ...params, ...body, expected: versionSeenIfNamed(request) },
      ...{ verb: 'approve', reason_code: null },
    }),
  );
  for (const verb of ['request-changes', 'reject'] as const)
    mount(app, decided[verb], ({ ctx, principal, params, body, request }) =>
      decide(ctx, principal, { ...params, ...body, expected: versionSeenIfNamed(request), verb }),
    );

  const own = contract.ownSubmissions;
  mountReads(app, own, ownSubmissionListing);
  mount(app, contract.discardDraft, async ({ ctx, body }) => {
    await discardDraft(ctx, body.creative_id);
    return { ok: true as const };
  });
  mount(app, own.create, ({ ctx, body }) => submitOwn(ctx, body));
  mount(app, own.patch, ({ ctx, params, expected, body }) =>
    changeOwn(ctx, { ...params, expected, patch: body }),
  );
  mount(app, own.actionEndpoints.withdraw, ({ ctx, params }) => withdraw(ctx, params.id));
  mount(app, own.actionEndpoints.resubmit, ({ ctx, params, body }) => resubmit(ctx, { ...params, ...body }));
}
