import { makeScreen } from '../../../../support/device.ts';
import { onScreen, setScreen, type Make } from '../../making.ts';
import type { World } from '../../world.ts';

const asOwner = async ({ test }: World) => {
  const { id, headers } = await test.signIn('device_owner');
  return { id, by: { headers, role: 'device_owner' as const } };
};
/** By the owner of the screen. */
const onOwn =
  (body: Record<string, unknown>): Make =>
  async world => {
    const sample = await onScreen(body)(world);
    const { id: owner_user_id, by } = await asOwner(world);
    await setScreen(world, sample, { owner_user_id });
    return { ...sample, ...by };
  };

export const OWNER_SAMPLES: Record<string, Make> = {
  'PATCH /api/owner/devices/:id': onOwn({ name: 'Cab 1202', volume: 20 }),
  'POST /api/owner/devices/pair': async world => {
    const { by } = await asOwner(world);
    const { code } = await makeScreen(world.test).askCode();
    return { ...by, body: { code, name: 'Cab 1203' } };
  },
  'POST /api/owner/devices/:id/commands': onOwn({ kind: 'set_brightness', params: { mode: 'night' } }),
};
