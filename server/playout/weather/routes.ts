import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/playout/weatherSource.ts';
import { weatherRules } from '../../../shared/contract/playout/rules/weatherRule.ts';
import { mount } from '../../http/route.ts';
import { mountReads, mountWrites } from '../../resource/mount.ts';
import { moveWeatherRule, weatherRuleListing, weatherRuleRepository } from './rules.ts';
import { changeSource, readSource } from './source.ts';

export function weatherRoutes(app: FastifyInstance): void {
  const { earlier, later, ...calls } = weatherRules.actionEndpoints;
  const { earlier: _up, later: _down, ...actions } = weatherRules.actions;
  mountReads(app, weatherRules, weatherRuleListing);
  mountWrites(app, { ...weatherRules, actions, actionEndpoints: calls }, weatherRuleRepository);
  mount(app, earlier, ({ ctx, params }) => moveWeatherRule(ctx, params.id, 'earlier'));
  mount(app, later, ({ ctx, params }) => moveWeatherRule(ctx, params.id, 'later'));
  mount(app, contract.readWeather, ({ ctx }) => readSource(ctx));
  mount(app, contract.changeWeather, ({ ctx, body, expected }) =>
    changeSource(ctx, { expected, patch: body }),
  );
}
