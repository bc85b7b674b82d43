import { expect, it } from 'vitest';
import { isTombstone } from '../../../player/link/tombstone.ts';
import { toBase64Url, utf8 } from '../../../shared/contract/wire/bytes.ts';
import { canonical, ES256 } from '../../../shared/contract/wire/canonical.ts';
import { makeKey } from '../../../shared/device/keys.ts';
import type { DeviceKey } from '../../../shared/device/storage.ts';
import { idOf } from '../items.ts';

const server = await makeKey();
const stranger = await makeKey();
const identity = { device_id: idOf(1), key_id: 'k', tenant: 'Demo', server_key: server.jwk };

async function word(by: DeviceKey, more: object = {}) {
  const unsigned = {
    kind: 'tombstone',
    device_id: idOf(1),
    key_id: 'k',
    issued_at: '2026-01-05T08:00:00.000Z',
    signed_by: by.key_id,
    ...more,
  };
  const sig = await crypto.subtle.sign(ES256, by.pair.privateKey, utf8(canonical(unsigned)));
  return { ...unsigned, sig: toBase64Url(new Uint8Array(sig)) };
}

it('is believed when the pinned server key signed it', async () => {
  expect(await isTombstone(await word(server), identity)).toBe(true);
});

it.each([
  ['nothing', () => undefined],
  ['another key', () => word(stranger)],
  ['another key under the pinned name', () => word(stranger, { signed_by: server.key_id })],
  ['a changed word', async () => ({ ...(await word(server, { device_id: idOf(2) })), device_id: idOf(1) })],
  ['another screen', () => word(server, { device_id: idOf(2) })],
  ['an earlier key of this screen', () => word(server, { key_id: 'before' })],
  ['a head of the manifest', () => word(server, { kind: 'head' })],
])('is not believed of %s', async (_, make) => {
  expect(await isTombstone(await make(), identity)).toBe(false);
});
