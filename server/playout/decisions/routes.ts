import type { FastifyInstance } from 'fastify';
import { sendDecisions } from '../../../shared/contract/playout/decisions.ts';
import { readRecording, sendRecording } from '../../../shared/contract/proof/recording.ts';
import { mount } from '../../http/route.ts';
import { keepCounts } from './counts.ts';
import { keepRecorded, recordingOf } from './recordings.ts';

export function decisionRoutes(app: FastifyInstance): void {
  mount(app, sendDecisions, async ({ principal, inTenant, body }) => {
    await inTenant(ctx => keepCounts(ctx, principal.device_id, body));
    return { ok: true as const };
  });
  mount(app, sendRecording, async ({ principal, inTenant, body }) => {
    await inTenant(ctx => keepRecorded(ctx, principal.device_id, body));
    return { ok: true as const };
  });
}
export function recordingRoutes(app: FastifyInstance): void {
  mount(app, readRecording, ({ ctx, params, query }) => recordingOf(ctx, params.id, query.after));
}
