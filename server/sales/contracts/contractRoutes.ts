/** Routes of contracts and their templates, for the admin area and for the portal. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contracts, ownContracts, signatories } from '../../../shared/contract/sales/contract.ts';
import { contractTemplates } from '../../../shared/contract/sales/contractTemplate.ts';
import { mount } from '../../http/route.ts';
import { mountLists, mountReads, mountWrites } from '../../resource/mount.ts';
import * as stored from './contracts.ts';
import { signatoriesOf } from './people.ts';
import * as signing from './signing.ts';
import { templateListing, templateRepository } from './templates.ts';

const originOf = ({ ip, headers }: FastifyRequest): signing.Origin => ({ ip, ua: headers['user-agent'] });

export function contractRoutes(app: FastifyInstance): void {
  mountReads(app, contractTemplates, templateListing);
  mountWrites(app, contractTemplates, templateRepository);

  mount(app, signatories, async ({ ctx }) => ({
    items: (await signatoriesOf(ctx)).map(({ id, name }) => ({ id, name })),
  }));
  mountLists(app, contracts, stored.contractListing);
  mount(app, contracts.read, ({ ctx, params }) => stored.readContract(ctx, params.id));
  mount(app, contracts.create, ({ ctx, body }) => stored.createContract(ctx, body));
  mount(app, contracts.patch, ({ ctx, params, expected, body }) =>
    stored.changeContract(ctx, { ...params, expected }, body),
  );
  mount(app, contracts.remove, ({ ctx, params, expected }) =>
    stored.removeContract(ctx, params.id, expected),
  );
  mount(app, contracts.restore, ({ ctx, params }) => stored.restoreContract(ctx, params.id));
  const acts = contracts.actionEndpoints;
  mount(app, acts.send, ({ ctx, params }) => signing.send(ctx, params.id));
  mount(app, acts.countersign, ({ ctx, principal, params, body, request }) =>
    signing.countersign(ctx, principal, { ...params, sign: body, origin: originOf(request) }),
  );
  for (const verb of ['withdraw', 'terminate'] as const)
    mount(app, acts[verb], ({ ctx, params, body }) => signing.end(ctx, { ...params, ...body, verb }));

  mountLists(app, ownContracts, stored.ownContractListing);
  mount(app, ownContracts.read, async ({ ctx, principal, params }) => {
    const row = await stored.findContract(ctx, params.id, { scope: stored.ownScope(ctx, principal) });
    return stored.detailOf(ctx, row);
  });
  const own = ownContracts.actionEndpoints;
  mount(app, own.sign, ({ ctx, principal, params, body, request }) =>
    signing.sign(ctx, principal, { ...params, sign: body, origin: originOf(request) }),
  );
  mount(app, own.decline, ({ ctx, principal, params, body }) =>
    signing.decline(ctx, principal, { ...params, ...body }),
  );
}
