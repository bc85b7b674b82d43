/** The console's calls on devices. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/fleet/device.ts';
import { deviceGroups } from '../../../shared/contract/fleet/deviceGroup.ts';
import { locations } from '../../../shared/contract/fleet/location.ts';
import { ownerDevices, ownerSummary } from '../../../shared/contract/fleet/owner.ts';
import { mount } from '../../http/route.ts';
import { mountReads, mountWrites } from '../../resource/mount.ts';
import type { Server } from '../../context/server.ts';
import { networkOf } from '../../transaction/limits.ts';
import * as devices from './devices.ts';
import { groupListing, keptGroups } from './groups.ts';
import { keptLocations, locationListing } from './locations.ts';
import type { Network } from '../link/network.ts';
import { summaryOf } from './owner.ts';
import { claim } from '../pairing/pairing.ts';
import { sameScreens } from './same.ts';

export function deviceRoutes(app: FastifyInstance, { limits }: Server, { sightings }: Network): void {
  mountReads(app, contract.devices, devices.deviceListing, work => sightings.storeIn(work));
  mountReads(app, locations, locationListing);
  mountWrites(app, locations, keptLocations);
  mount(app, contract.devices.patch, ({ work, params, body, expected }) =>
    devices.changeDevice(work, { ...params, expected, patch: body }),
  );
  mount(app, contract.devices.calls.retire, ({ work, params }) => devices.retire(work, params.id));
  for (const verb of ['maintenance', 'suspend', 'reactivate'] as const)
    mount(app, contract.devices.calls[verb], ({ work, params }) => devices.moveDevice(work, params.id, verb));
  mountReads(app, deviceGroups, groupListing);
  mountWrites(app, deviceGroups, keptGroups);
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
  /** Wrong codes are counted, whatever is asked of them. */
  async function trying<T>(ip: string, user_id: string, act: () => Promise<T>): Promise<T> {
    const whose = [`network ${networkOf(ip)}`, `account ${user_id}`];
    await limits.take('pairing_tries', whose);
    const answer = await act();
    await limits.giveBack('pairing_tries', whose);
    return answer;
  }
  mount(app, contract.sameScreens, ({ inTenant, caller, query, request }) =>
    trying(request.ip, caller.user_id, () =>
      inTenant(async work => {
        await sightings.storeIn(work);
        return { items: await sameScreens(work, query.code) };
      }),
    ),
  );
  mount(app, contract.pairDevice, ({ inTenant, caller, body, request }) =>
    trying(request.ip, caller.user_id, () =>
      inTenant(async work => {
        await devices.requireNamed(work, body);
        return devices.readDevice(work, await claim(work, body));
      }),
    ),
  );
}
