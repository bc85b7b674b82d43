import * as z from 'zod/mini';
import { device, devicePatch, devices, PRESENCES } from './device.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { id, instant, int, MAX_INT } from '../wire/wire.ts';

/** The owner's dashboard: his devices now, and what they played since `from`. */
export const ownerSummary = endpoint({
  method: 'GET',
  path: '/api/owner/summary',
  access: { who: 'user', area: 'owner', level: 'R' },
  summary: "An owner's devices and what they played",
  query: z.object({ from: instant }),
  answer: z.object({
    devices: z.array(
      z.object({
        id,
        name: z.string(),
        vehicle: z.nullable(z.string()),
        presence: z.enum(PRESENCES),
        now_playing: z.nullable(z.string()),
        last_seen_at: z.nullable(instant),
      }),
    ),
    plays: int(0, MAX_INT),
    playing_ms: int(0, MAX_INT),
  }),
});

/** Fields that an owner may change on his device. */
export const ownerDevicePatch = z.pick(devicePatch, { name: true, volume: true, brightness: true });
/** An owner's devices; an administrator reads those of all owners. */
export const ownerDevices = entity({
  path: '/api/owner/devices',
  area: 'owner',
  row: device,
  patch: ownerDevicePatch,
  listOptions: devices.listOptions,
});
