/** Routes of the OpenRTB tester. */
import type { FastifyInstance } from 'fastify';
import { buildOpenrtb } from '../../../shared/contract/programmatic/tester/build.ts';
import * as tools from '../../../shared/contract/programmatic/tester/openrtb.ts';
import { importTestCases, testCases } from '../../../shared/contract/programmatic/tester/testCase.ts';
import { testRuns } from '../../../shared/contract/programmatic/tester/testRun.ts';
import type { Server } from '../../context/server.ts';
import { requireWritable } from '../../http/principal.ts';
import { mount } from '../../http/route.ts';
import { mountReads, mountWrites } from '../../resource/mount.ts';
import { caseListing, caseRepository, importCases } from './cases.ts';
import { cancelRun, runListing, startRun } from './runs.ts';
import { sendByHand } from './send.ts';
import { built, rendered, simulated, validated } from './tools.ts';

export function testerRoutes(app: FastifyInstance, server: Server): void {
  mount(app, tools.validateOpenrtb, ({ ctx, body }) => {
    const { kind, mode, profile } = body;
    ctx.auditNote.after = { kind, mode, profile };
    return validated(body);
  });
  mount(app, buildOpenrtb, ({ ctx, body }) => built(ctx, body));
  mount(app, tools.simulateAuction, ({ ctx, body }) => {
    ctx.auditNote.after = { profile: body.profile, answers: body.answers.map(({ name }) => name) };
    return simulated(body);
  });
  mount(app, tools.renderOpenrtbMacros, ({ ctx, body }) => {
    ctx.auditNote.after = {};
    return rendered(body);
  });
  mount(app, tools.sendOpenrtb, async ({ inTenant, principal, body }) => {
    requireWritable(principal);
    const sent = await sendByHand(server, principal.tenant_id, body);
    // Noted once the answer is there: no transaction waits for a bidder.
    await inTenant(ctx => {
      const { target, mock_profile, partner_id } = body;
      const to = target === 'mock' ? { mock_profile } : { partner_id };
      ctx.auditNote.after = { ...to, status: sent.status };
      return Promise.resolve({});
    });
    return sent;
  });
  mountReads(app, testCases, caseListing);
  mountWrites(app, testCases, caseRepository);
  mount(app, importTestCases, ({ ctx, body }) => importCases(ctx, body));
  mountReads(app, testRuns, runListing);
  mount(app, testRuns.create, ({ ctx, body }) => startRun(ctx, body));
  mount(app, testRuns.actionEndpoints.cancel, ({ ctx, params }) => cancelRun(ctx, params.id));
}
