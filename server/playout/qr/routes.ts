import type { FastifyInstance } from 'fastify';
import { qrRules, scanCode } from '../../../shared/contract/playout/rules/qrRule.ts';
import { mount } from '../../http/route.ts';
import { mountReads, mountWrites } from '../../resource/mount.ts';
import { moveRule, qrRuleListing, qrRuleRepository } from './rules.ts';
import { leadOn } from './scan.ts';

const FOUND = 302;

export function qrRoutes(app: FastifyInstance): void {
  const { earlier, later, ...calls } = qrRules.actionEndpoints;
  const { earlier: _up, later: _down, ...actions } = qrRules.actions;
  mountReads(app, qrRules, qrRuleListing);
  mountWrites(app, { ...qrRules, actions, actionEndpoints: calls }, qrRuleRepository);
  mount(app, earlier, ({ ctx, params }) => moveRule(ctx, params.id, 'earlier'));
  mount(app, later, ({ ctx, params }) => moveRule(ctx, params.id, 'later'));
  mount(app, scanCode, async ({ params, request, reply }) => {
    const target = await leadOn(app.wayside, params.code, request.method === 'GET');
    /** Each scan comes here, and the site it leads to is not told where from. */
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    return reply.redirect(target, FOUND);
  });
}
