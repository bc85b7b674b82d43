/** Routes of the white label. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/identity/whiteLabel.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { mount } from '../../http/route.ts';
import type { Server } from '../../context/server.ts';
import { linkOrigin } from '../passwords/linkOrigin.ts';
import { brandOf } from './brands.ts';
import { checkDomain } from './domain.ts';
import * as rows from './whiteLabels.ts';

export function whiteLabelRoutes(app: FastifyInstance, server: Server): void {
  const targetOf = (request: FastifyRequest) => new URL(linkOrigin(server.config, request)).hostname;
  mount(app, contract.readWhiteLabel, async ({ ctx, request }) =>
    rows.viewOf(await rows.findWhiteLabel(ctx), targetOf(request)),
  );
  const drawn = new WeakMap<object, rows.Pictures>();
  mount(
    app,
    contract.patchWhiteLabel,
    async ({ ctx, body, expected, request }) => {
      const target = targetOf(request);
      const change = { patch: body, pictures: drawn.get(body) ?? {}, expected, target };
      return rows.viewOf(await rows.changeWhiteLabel(ctx, change), target);
    },
    async ({ body }, call) => {
      drawn.set(body, await rows.picturesOf(body));
      return call();
    },
  );
  mount(app, contract.publishWhiteLabel, async ({ ctx, request }) =>
    rows.viewOf(await rows.publishWhiteLabel(ctx), targetOf(request)),
  );
  mount(app, contract.resetWhiteLabel, async ({ ctx, request }) =>
    rows.viewOf(await rows.resetWhiteLabel(ctx), targetOf(request)),
  );
  /** Name servers are asked between two transactions, because they may take seconds. */
  mount(app, contract.verifyDomain, async ({ inTenant, principal, request }) => {
    const target = targetOf(request);
    const { tenantTransactions, clock, dns } = server;
    const row = await tenantTransactions.inTenant(principal.tenant_id, tx =>
      rows.findWhiteLabel({ tx, tenant_id: principal.tenant_id }),
    );
    if (!row || row.domain === null || row.domain_token === null)
      throw new AppError('VALIDATION', 'Enter a domain first.', { domain: ['Required'] });
    const { domain, domain_token: token } = row;
    const verdict = await checkDomain(dns, { domain, token, target });
    return inTenant(async ctx => {
      const locked = await rows.lockWhiteLabel(ctx);
      /** Another domain was entered meanwhile: what was found says nothing of it. */
      if (locked.domain !== domain || locked.domain_token !== token) return rows.viewOf(locked, target);
      ctx.auditNote.before = { domain, domain_state: locked.domain_state };
      ctx.auditNote.after = { domain, domain_state: verdict.domain_state };
      /** A name server that is silent says nothing of a domain that was verified. */
      const isSilent = verdict.domain_problem === 'no_answer' && locked.domain_state === 'verified';
      const state = isSilent ? { domain_state: locked.domain_state } : {};
      const set = { ...verdict, ...state, domain_checked_at: dateOf(clock.now()) };
      return rows.viewOf(await rows.writeWhiteLabel(ctx, locked, set), target);
    });
  });
  mount(app, contract.readBrand, async ({ principal }) => ({
    brand: await brandOf(server, principal.tenant_id),
  }));
}
