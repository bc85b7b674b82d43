/** Routes of partners. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/programmatic/partner.ts';
import { mount } from '../../http/route.ts';
import { mountReads, mountWrites } from '../../resource/mount.ts';
import { capabilitiesOf } from './capabilities.ts';
import { changeCredentials } from './credentials.ts';
import { throwKillSwitch } from './killSwitch.ts';
import { partnerListing } from './listing.ts';
import { setUpMock } from './mock.ts';
import { partnerRepository } from './partners.ts';
import { testPartner } from './testing.ts';

export function partnerRoutes(app: FastifyInstance): void {
  const server = app.wayside;
  mountReads(app, contract.partners, partnerListing);
  mountWrites(app, contract.partners, partnerRepository);
  mount(app, contract.setUpMock, ({ ctx, body }) => setUpMock(ctx, body));
  mount(app, contract.testPartner, ({ inTenant, principal, params }) =>
    testPartner({ server, inTenant, principal, id: params.id }),
  );
  mount(app, contract.partnerCredentials, ({ ctx, params, expected, body }) =>
    changeCredentials(ctx, { ...params, expected }, body),
  );
  mount(app, contract.killSwitch, ({ inTenant, principal, body }) =>
    throwKillSwitch({ server, inTenant, principal, body }),
  );
  mount(app, contract.partnerCapabilities, ({ ctx, params }) => capabilitiesOf(ctx, params.id));
}
