/** A test screen: its own key, a pairing, signed requests through the app, a chained ledger. */
import type { InjectOptions } from 'fastify';
import type { Answer } from '../../shared/contract/wire/endpoint.ts';
import type { startPairing } from '../../shared/contract/fleet/pairing.ts';
import { checkpointText, FIRST_PREV_HASH, recordHash } from '../../shared/contract/proof/chain.ts';
import type { PlayRecord, Verdict } from '../../shared/contract/proof/play.ts';
import type { Clock } from '../../shared/clock.ts';
import { uuid7 } from '../../shared/random.ts';
import {
  makeKey,
  signedHeaders as headersOf,
  signText,
  type DeviceKey,
  type SignedRequest,
  type SignOptions,
} from '../../server/demo/vehicles/signing.ts';
import type { TestServer } from './server/server.ts';

export { makeKey, signText, type DeviceKey };

const ORIGIN = 'http://localhost:80';

/** Signs for the address that the test servers have. */
export const signedHeaders = (
  key: DeviceKey,
  request: SignedRequest,
  options: Omit<SignOptions, 'origin'> & Partial<Pick<SignOptions, 'origin'>>,
) => ({ host: 'localhost:80', ...headersOf(key, request, { origin: ORIGIN, ...options }) });

export interface Verdicts {
  verdicts: { epoch: string; seq: number; verdict: Verdict; reason?: string }[];
  receipt: Record<string, unknown> & { sig: string; first_seq: number; last_seq: number; head_hash: string };
}

/** `origin`: where the servers have another address than that of tests. */
export function makeScreen(
  { app, server }: Pick<TestServer, 'app' | 'server'>,
  key = makeKey(),
  origin = ORIGIN,
) {
  let device_id = 'pairing';

  function call(
    method: 'GET' | 'HEAD' | 'POST',
    target: string,
    payload?: unknown,
    more: InjectOptions = {},
  ) {
    const body = payload === undefined ? undefined : JSON.stringify(payload);
    const headers = signedHeaders(
      key,
      { method, target, ...(body === undefined ? {} : { body }) },
      { id: device_id, ms: server.clock.now(), origin },
    );
    return app.inject({
      method,
      url: target,
      ...(body === undefined ? {} : { payload: body }),
      ...more,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...more.headers,
      },
    });
  }

  /** Sends bytes as they are and signs them. */
  const post = (url: string, body: Buffer, more: Record<string, string> = {}) => {
    const signing = { id: device_id, ms: server.clock.now(), origin };
    const headers = signedHeaders(key, { method: 'POST', target: url, body }, signing);
    const all = { 'content-type': 'application/json', ...headers, ...more };
    return app.inject({ method: 'POST', url, payload: body, headers: all });
  };

  const facts = { app_version: '0.1.0', resolution: '1280x720', user_agent: 'test', tz: 'Europe/Berlin' };
  const askCode = async () => {
    const answer = await call('POST', '/api/player/pairing', { jwk: key.jwk, facts });
    if (answer.statusCode !== 200) throw new Error(`no pairing code: ${answer.statusCode} ${answer.body}`);
    return answer.json<Answer<typeof startPairing>>();
  };

  return {
    key,
    call,
    post,
    askCode,
    facts,
    get id() {
      return device_id;
    },
    is: (id: string) => void (device_id = id),
    /** Shows a code and has it claimed by this user. */
    async pair(
      by: { headers: Record<string, string> },
      more: { name?: string; replaces?: string; replaces_version?: number } = {},
    ) {
      const { code } = await askCode();
      const answer = await app.inject({
        method: 'POST',
        url: '/api/devices/pair',
        headers: by.headers,
        payload: { code, ...more },
      });
      if (answer.statusCode !== 200) throw new Error(`pairing answered ${answer.statusCode}: ${answer.body}`);
      device_id = answer.json<{ id: string }>().id;
      return answer.json<{ id: string; name: string; version: number }>();
    },
    async head() {
      const answer = await call('GET', '/api/player/manifest');
      return answer.json<{ version: number; documents: { kind: string; sha256: string }[]; sig: string }>();
    },
    async send(records: PlayRecord[] | Record<string, unknown>[], last = records.at(-1) as PlayRecord) {
      const text = checkpointText(device_id, last.epoch, last.seq, last.record_hash);
      const checkpoint = { seq: last.seq, hash: last.record_hash, sig: signText(key.privateKey, text) };
      return call('POST', '/api/player/plays', { epoch: last.epoch, checkpoint, records });
    },
    ledger: () => makeLedger({ device_id, key_id: key.key_id, start: server.clock.now() }),
  };
}
export type Screen = ReturnType<typeof makeScreen>;

interface Owner {
  device_id: string;
  key_id: string;
  /** Wall ms of the first play. */
  start: number;
}
export type PlayFields = Partial<Omit<PlayRecord, 'record_hash'>>;
/** A campaign comes with a version after the first; which one a test need not know. */
const LATER_VERSION = 9_999;
const ITEM_MS = 10_000;
/** Begun at this moment, as where a lease must have been granted before. */
export function playingAt(clock: Pick<Clock, 'now' | 'mono'>): PlayFields {
  const mono = clock.mono();
  return { started_wall_ms: clock.now(), started_mono_ms: mono, ended_mono_ms: mono + ITEM_MS };
}

/** Records in a chain, ten seconds each, as a player writes them. */
export function makeLedger(owner: Owner, epoch = uuid7(owner.start)) {
  const boot_id = uuid7(owner.start);
  let seq = 0;
  let hash = FIRST_PREV_HASH;
  return {
    epoch,
    /** The next record; `fields` stand in for what a player would have written. */
    async play(creative: { id: string; sha256: string }, fields: PlayFields = {}): Promise<PlayRecord> {
      const mono = seq * ITEM_MS;
      const body: Omit<PlayRecord, 'record_hash'> = {
        play_id: uuid7(owner.start + mono),
        device_id: owner.device_id,
        key_id: owner.key_id,
        epoch,
        seq: seq + 1,
        boot_id,
        prev_hash: hash,
        kind: 'direct',
        creative_id: creative.id,
        creative_sha256: creative.sha256,
        playlist_id: null,
        playlist_version: null,
        item_id: null,
        zone: 'full',
        planned_at: new Date(owner.start + mono).toISOString(),
        started_wall_ms: owner.start + mono,
        started_mono_ms: mono,
        ended_mono_ms: mono + ITEM_MS,
        duration_ms: ITEM_MS,
        expected_ms: ITEM_MS,
        result: 'completed',
        completion: 1,
        frames: { rendered: 300, dropped: 0 },
        visible_share: 1,
        volume: 0,
        network: 'online',
        player_version: '0.1.0',
        manifest_version: fields.campaign_id === undefined ? 1 : LATER_VERSION,
        clock: { offset_ms: 0, uncertainty_ms: 20, source: 'server', synced_at_mono: mono, quality: 'A' },
        ...fields,
      };
      const record_hash = await recordHash(body);
      seq++;
      hash = record_hash;
      return { ...body, record_hash };
    },
    /** Simulates a restored profile: the next record follows this one again. */
    rewind(to: PlayRecord) {
      seq = to.seq;
      hash = to.record_hash;
    },
  };
}
export type Ledger = ReturnType<typeof makeLedger>;

/** The record with the hash of what it says now. */
export const rehash = async (record: PlayRecord): Promise<PlayRecord> => ({
  ...record,
  record_hash: await recordHash(record),
});
