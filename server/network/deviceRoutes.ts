/** The console's calls on devices. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../shared/contract/device.ts';
import { locations } from '../../shared/contract/location.ts';
import { ownerDevices, ownerSummary } from '../../shared/contract/owner.ts';
import { mount } from '../http/route.ts';
import { mountReads, mountWrites } from '../resource/mount.ts';
import type { Server } from '../server.ts';
import { networkOf } from '../transaction/limits.ts';
import * as devices from './devices.ts';
import { keptLocations, locationListing } from './locations.ts';
import type { Network } from './network.ts';
import { summaryOf } from './owner.ts';
import { claim } from './pairing.ts';

export function deviceRoutes(app: FastifyInstance, { limits }: Server, { sightings }: Network): void {
  mountReads(app, contract.devices, devices.deviceListing, work => sightings.storeIn(work));
  mountReads(app, locations, locationListing);
  mountWrites(app, locations, keptLocations);
  mount(app, contract.devices.patch, ({ work, params, body, expected }) =>
    devices.changeDevice(work, { ...params, expected, patch: body }),
  );
  mount(app, contract.devices.calls.retire, ({ work, params }) => devices.retire(work, params.id));
  mount(app, contract.revokeDeviceKey, ({ work, params }) =>
    devices.revokeKey(work, params.id, params.key_id),
  );
  mountReads(app, ownerDevices, devices.ownedListing, work => sightings.storeIn(work));
  mount(app, ownerDevices.patch, async ({ work, params, body, expected }) => {
    /** Not his: the same answer as for one that is not there. */
    await devices.ownedListing.one(work, params.id);
    return devices.changeDevice(work, { ...params, expected, patch: body });
  });
  mount(app, ownerSummary, async ({ work, query }) => {
    await sightings.storeIn(work);
    return summaryOf(work, query.from);
  });
  mount(app, contract.pairDevice, async ({ inTenant, caller, body, request }) => {
    const whose = [`network ${networkOf(request.ip)}`, `account ${caller.user_id}`];
    await limits.take('pairing_tries', whose);
    const device = await inTenant(async work => devices.readDevice(work, await claim(work, body)));
    await limits.giveBack('pairing_tries', whose);
    return device;
  });
}
