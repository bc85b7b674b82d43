/** The console's calls on devices. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../shared/contract/device.ts';
import { mount } from '../http/route.ts';
import type { Server } from '../server.ts';
import * as devices from './devices.ts';
import type { Network } from './network.ts';
import { claim } from './pairing.ts';

export function deviceRoutes(app: FastifyInstance, server: Server, network: Network): void {
  mount(app, contract.listDevices, async ({ caller, query }) => {
    await network.sightings.flush();
    return devices.listDevices(server, caller.tenant_id, query);
  });
  mount(app, contract.readDevice, async ({ caller, params }) => {
    await network.sightings.flush();
    return devices.readDevice(server, { ...params, tenant_id: caller.tenant_id });
  });
  mount(app, contract.patchDevice, ({ caller, params, body, expected }) =>
    devices.changeDevice(server, network, { ...params, tenant_id: caller.tenant_id, expected, patch: body }),
  );
  mount(app, contract.retireDevice, ({ caller, params }) =>
    devices.retire(server, network, { ...params, tenant_id: caller.tenant_id }),
  );
  mount(app, contract.revokeDeviceKey, async ({ caller, params, reply }) => {
    await devices.revokeKey(server, network, { ...params, tenant_id: caller.tenant_id });
    return reply.code(204).send();
  });
  mount(app, contract.pairDevice, async ({ caller, body, request, reply }) => {
    const { pairTries } = network.limits;
    const keys = [`address ${request.ip}`, `account ${caller.user_id}`];
    pairTries.take(keys, reply);
    const { tenant_id, user_id: by } = caller;
    const device_id = await claim(server, network, { ...body, tenant_id, by });
    pairTries.giveBack(keys);
    return devices.readDevice(server, { id: device_id, tenant_id });
  });
}
