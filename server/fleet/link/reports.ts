/** What a screen says of itself, and what it is answered where no command waits for it. */
import type { Reported } from '../../../shared/contract/fleet/device.ts';
import type { Server } from '../../context/server.ts';
import type { DevicePrincipal } from '../../http/principal.ts';
import { openUpdateDirectives } from '../builds/builds.ts';
import type { CachedDevice } from './deviceCache.ts';
import type { Network } from './network.ts';

export function reportAnswerer(server: Server, { sightings }: Pick<Network, 'sightings'>) {
  const updateDirective = openUpdateDirectives(server);
  return async (principal: DevicePrincipal, report: Reported, device: CachedDevice | null) => {
    sightings.recordHeartbeat(principal, report);
    const update = await updateDirective(principal.device_id, report.app_version);
    return {
      manifest_version: device?.manifest_version ?? 0,
      server_ms: server.clock.now(),
      ...(update === null ? {} : { update }),
    };
  };
}
export type ReportAnswerer = ReturnType<typeof reportAnswerer>;
