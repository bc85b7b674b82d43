/** Routes of validation: what was found, and the rules. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/content/validation.ts';
import { mount } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import { changeRule, listRules } from './rules.ts';
import { rerun, setQuarantine, validationListing, waive } from './validations.ts';

export function validationRoutes(app: FastifyInstance): void {
  const calls = contract.validations.actionEndpoints;
  mountReads(app, contract.validations, validationListing);
  mount(app, calls.rerun, ({ ctx, params }) => rerun(ctx, params.id));
  mount(app, calls.waive, ({ ctx, params, body }) => waive(ctx, params.id, body.reason));
  mount(app, calls.quarantine, ({ ctx, params, body }) =>
    setQuarantine(ctx, params.id, { isOn: true, ...body }),
  );
  mount(app, calls.release, ({ ctx, params }) => setQuarantine(ctx, params.id, { isOn: false }));
  mount(app, contract.validationRules, async ({ ctx }) => ({ items: await listRules(ctx) }));
  mount(app, contract.changeValidationRule, ({ ctx, params, body, expected }) =>
    changeRule(ctx, { id: params.key, expected, patch: body }),
  );
}
