/** Routes of devices for the console. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/fleet/device.ts';
import { changeDevices } from '../../../shared/contract/fleet/deviceChanges.ts';
import { devicePlaces } from '../../../shared/contract/fleet/live.ts';
import { deviceGroups } from '../../../shared/contract/fleet/deviceGroup.ts';
import { locations } from '../../../shared/contract/fleet/location.ts';
import { importLocations } from '../../../shared/contract/imports/locationImport.ts';
import { mount } from '../../http/route.ts';
import { mountReads, mountWrites } from '../../resource/mount.ts';
import type { Server } from '../../context/server.ts';
import { changeMany } from './bulk.ts';
import * as devices from './devices.ts';
import { groupListing, groupRepository } from './groups.ts';
import { importLocations as writeLocations } from './importLocations.ts';
import { locationRepository, locationListing } from './locations.ts';
import type { Network } from '../link/network.ts';
import { ownerRoutes } from './ownerRoutes.ts';
import { claimPairing } from '../pairing/pairing.ts';
import { countTries } from '../pairing/tries.ts';
import { placesOf } from './places.ts';
import { requireReferences } from './references.ts';
import { replacementCandidatesFor } from './replacements.ts';

export function deviceRoutes(app: FastifyInstance, { limits }: Server, { sightings }: Network): void {
  mountReads(app, contract.devices, devices.deviceListing, ctx => sightings.flushTenant(ctx));
  mountReads(app, locations, locationListing);
  mountWrites(app, locations, locationRepository);
  mount(app, importLocations, ({ ctx, body }) => writeLocations(ctx, body));
  mount(app, contract.devices.patch, ({ ctx, params, body, expected }) =>
    devices.changeDevice(ctx, { ...params, expected, patch: body }),
  );
  mount(app, devicePlaces, async ({ ctx, query }) => {
    await sightings.flushTenant(ctx);
    return placesOf(ctx, query);
  });
  mount(app, changeDevices, ({ ctx, body }) => changeMany(ctx, body));
  mount(app, contract.devices.actionEndpoints.retire, ({ ctx, params }) => devices.retire(ctx, params.id));
  for (const verb of ['maintenance', 'suspend', 'reactivate'] as const)
    mount(app, contract.devices.actionEndpoints[verb], ({ ctx, params }) =>
      devices.changeDeviceState(ctx, params.id, verb),
    );
  mountReads(app, deviceGroups, groupListing);
  mountWrites(app, deviceGroups, groupRepository);
  mount(app, contract.revokeDeviceKey, ({ ctx, params }) => devices.revokeKey(ctx, params.id, params.key_id));
  ownerRoutes(app, limits, sightings);
  mount(app, contract.replacementCandidates, ({ inTenant, principal, query, request }) =>
    countTries(limits, request.ip, principal.user_id, () =>
      inTenant(async ctx => {
        await sightings.flushTenant(ctx);
        return { items: await replacementCandidatesFor(ctx, query.code) };
      }),
    ),
  );
  mount(app, contract.pairDevice, ({ inTenant, principal, body, request }) =>
    countTries(limits, request.ip, principal.user_id, () =>
      inTenant(async ctx => {
        await requireReferences(ctx, { ...body, group_ids: body.group_id });
        return devices.readDevice(ctx, await claimPairing(ctx, body));
      }),
    ),
  );
}
