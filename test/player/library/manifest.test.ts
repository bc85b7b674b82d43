import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import {
  fetchHead,
  checkHead,
  fetchDocuments,
  keysAfter,
  signerOf,
} from '../../../player/library/manifest.ts';
import { sha256Hex, toBase64Url, utf8 } from '../../../shared/contract/wire/bytes.ts';
import { canonical, ES256 } from '../../../shared/contract/wire/canonical.ts';
import type { Head } from '../../../shared/contract/playout/manifest.ts';
import type { DeviceClient } from '../../../shared/device/call.ts';
import { makeKey } from '../../../shared/device/keys.ts';
import { connect, type DeviceKey } from '../../../shared/device/storage.ts';
import { idOf, picture, playlistOf, shaOf } from '../items.ts';

const server = await makeKey();
const next = await makeKey();
const stranger = await makeKey();
const identity = { device_id: idOf(1), key_id: 'k', tenant: 'Demo', server_key: server.jwk };

async function signed(by: DeviceKey, more: Partial<Head> = {}): Promise<Head> {
  const head = {
    device_id: idOf(1),
    version: 7,
    documents: [],
    issued_at: '2026-01-05T08:00:00.000Z',
    key_id: by.key_id,
    ...more,
  };
  const sig = await crypto.subtle.sign(ES256, by.pair.privateKey, utf8(canonical(head)));
  return { ...head, sig: toBase64Url(new Uint8Array(sig)) };
}

describe('a manifest', () => {
  it('is believed when the pinned key signed it', async () => {
    expect(await signerOf(await signed(server), server.key_id, identity)).toEqual(server.jwk);
  });

  it.each([
    ['another key', () => signed(stranger)],
    ['another key under our name', async () => ({ ...(await signed(stranger)), key_id: server.key_id })],
    ['one changed word', async () => ({ ...(await signed(server)), version: 8 })],
  ])('is refused with %s', async (_, make) => {
    await expect(checkHead(await make(), identity, 0)).rejects.toThrow('signature');
  });

  it('is refused for another device and for a lower version', async () => {
    await expect(checkHead(await signed(server, { device_id: idOf(2) }), identity, 0)).rejects.toThrow(
      'another device',
    );
    await expect(checkHead(await signed(server), identity, 8)).rejects.toThrow('older');
    await expect(checkHead(await signed(server), identity, 7)).resolves.toEqual(server.jwk);
  });

  it('hands over to the next key, which only the pinned one can name', async () => {
    const announcing = await signed(server, { next_key: next.jwk });
    const knows = keysAfter(identity, announcing, server.jwk);
    expect(knows).toMatchObject({ server_key: server.jwk, next_key: next.jwk });
    expect(await signerOf(await signed(next), next.key_id, identity)).toBeNull();
    const signer = await signerOf(await signed(next), next.key_id, knows);
    expect(signer).toEqual(next.jwk);
    const after = keysAfter(knows, await signed(next), next.jwk);
    expect(after.server_key).toEqual(next.jwk);
    expect(after.next_key).toBeUndefined();
    expect(await signerOf(await signed(server), server.key_id, after)).toBeNull();
  });
});

const answering = (status: number, body: string): DeviceClient =>
  ({
    send: () => Promise.resolve({ status, headers: new Headers(), bytes: utf8(body).buffer }),
  }) as unknown as DeviceClient;

describe('asking', () => {
  const db = connect('manifest');

  it('says what it has and hears that nothing is new', async () => {
    const asked: Record<string, string>[] = [];
    const caller = {
      send: (sent: { headers: Record<string, string> }) => {
        asked.push(sent.headers);
        return Promise.resolve({ status: 304, headers: new Headers(), bytes: new ArrayBuffer(0) });
      },
    } as unknown as DeviceClient;
    expect(await fetchHead({ caller, db }, 7)).toBeNull();
    expect(asked).toEqual([{ 'If-None-Match': '"v7"' }]);
  });

  it("refuses a portal's page", async () => {
    await expect(fetchHead({ caller: answering(200, '<html>'), db }, 0)).rejects.toMatchObject({
      kind: 'foreign',
    });
  });

  it('takes a document only if its bytes have the hash that the head names', async () => {
    const text = canonical(playlistOf([picture(1)]));
    const sha256 = await sha256Hex(text);
    const head = await signed(server, { documents: [{ kind: 'playlist', sha256 }] });
    expect(await fetchDocuments({ caller: answering(200, text), db }, head)).toEqual([{ sha256, text }]);
    const other = await signed(server, { documents: [{ kind: 'playlist', sha256: shaOf(5) }] });
    await expect(fetchDocuments({ caller: answering(200, text), db }, other)).rejects.toThrow('hash');
  });

  it('asks for the splash apart: no version waits for it', async () => {
    const head = await signed(server, { documents: [{ kind: 'splash', sha256: shaOf(6) }] });
    expect(await fetchDocuments({ caller: answering(404, '{}'), db }, head)).toEqual([]);
  });

  it('asks for no document that came with the head, and for each whose text is another', async () => {
    const text = canonical(playlistOf([picture(1)]));
    const head = await signed(server, {
      documents: [{ kind: 'playlist', sha256: await sha256Hex(text) }],
    });
    const nobody = answering(404, '{}');
    expect(await fetchDocuments({ caller: nobody, db }, head, ['{}', text])).toHaveLength(1);
    await expect(fetchDocuments({ caller: nobody, db }, head, [`${text} `])).rejects.toThrow();
  });

  it('refuses a document that is not what the contract says, whoever vouches for it', async () => {
    const text = '{"kind":"playlist"}';
    const head = await signed(server, { documents: [{ kind: 'playlist', sha256: await sha256Hex(text) }] });
    await expect(fetchDocuments({ caller: answering(200, text), db }, head)).rejects.toThrow();
  });
});
