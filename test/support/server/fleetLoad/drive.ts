/** Screens that poll and report once a period, and hand in what they have played every tenth one, evenly over it. */
import { Agent, request } from 'node:http';
import type { Identity } from '../../../../server/demo/vehicles/client.ts';
import { placeAt } from '../../../../server/demo/vehicles/place.ts';
import { createRecords, type Records, type Showing } from '../../../../server/demo/vehicles/records.ts';
import { reportOf } from '../../../../server/demo/vehicles/report.ts';
import { signedHeaders } from '../../../../server/demo/vehicles/signing.ts';
import { heartbeat, manifest } from '../../../../shared/contract/playout/manifest.ts';
import { SIGNATURE_TTL_S } from '../../../../shared/contract/wire/canonical.ts';
import { sendPlays } from '../../../../shared/contract/proof/play.ts';
import { PUBLIC_URL } from '../nodes/node.ts';

const SOCKETS = 256;
const APP_VERSION = '0.1.0';
const PERIODS_OF_PLAYS = 10;
/** A screen signs its poll anew before the signature ends. */
const SIGNED_FOR_MS = (SIGNATURE_TTL_S.read - 60) * 1_000;
/** How old the signature of each screen's poll is at first is spread evenly, as in a fleet that has run for a while. */
const spreadAge = (n: number, of: number) => Math.floor((n / of) * SIGNED_FOR_MS);
const TOO_OLD = '"CLOCK"';
const TRIES = 3;
const TURN_MS = 5;
const VERSION = '"v1"';

export type Kind = 'poll' | 'heartbeat' | 'plays';
export interface Driven {
  calls: Record<Kind, number>;
  /** Answers of 503: a screen keeps what it said and says it again. */
  postponed: number;
  /** Calls that waited for longer than their signature lasts: as a screen does, they are signed again and sent again. */
  signedAgain: number;
  /** Other answers that were neither 2xx nor 304, by what they say. */
  refused: Record<string, number>;
  plays: number;
  /** ms from a poll's sending to the end of its answer, in order. */
  pollMs: number[];
  /** How late calls were sent at most: this process is busy, too. */
  lateMs: number;
}
/** The signed poll of each screen, which it sends until it ends; one map for all drives of the same screens. */
export type SignedPolls = Map<string, { at: number; headers: Record<string, string> }>;
export interface DriveOptions {
  screens: readonly Identity[];
  signedPolls: SignedPolls;
  /** Of nodes; a screen keeps to one, as behind a proxy that goes by its header. */
  ports: readonly number[];
  creative: Showing['item'];
  periodMs: number;
  periods: number;
  /** In each hand-in; 0: none is made. */
  playsEach: number;
}

export async function drive(options: DriveOptions): Promise<Driven> {
  const { screens, signedPolls, ports, creative, periodMs, periods, playsEach } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: Math.floor(SOCKETS / ports.length) });
  const driven: Driven = {
    calls: { poll: 0, heartbeat: 0, plays: 0 },
    postponed: 0,
    signedAgain: 0,
    refused: {},
    plays: 0,
    pollMs: [],
    lateMs: 0,
  };
  const ledgers = new Map<string, Records>();
  const portOf = ({ device_id }: Identity) => ports[Number.parseInt(device_id.slice(-6), 16) % ports.length];
  const open = new Set<Promise<void>>();

  const send = (
    { kind, target, screen }: { kind: Kind; target: string; screen: Identity },
    headers: Record<string, string>,
    body?: string,
  ) =>
    new Promise<'done' | 'tooOld'>((done, fail) => {
      const sentAt = performance.now();
      const method = body === undefined ? 'GET' : 'POST';
      const port = portOf(screen);
      const call = request({ host: '127.0.0.1', port, path: target, method, headers, agent }, answer => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => {
          const { statusCode: status = 0 } = answer;
          driven.calls[kind]++;
          const isTooOld = status === 401 && text.includes(TOO_OLD);
          if (status === 503) driven.postponed++;
          else if (!isTooOld && status !== 304 && (status < 200 || status > 299))
            driven.refused[text] = (driven.refused[text] ?? 0) + 1;
          if (kind === 'poll') driven.pollMs.push(performance.now() - sentAt);
          done(isTooOld ? 'tooOld' : 'done');
        });
      });
      call.on('error', fail).end(body);
    });

  function signPoll({ device_id, key }: Identity, at: number) {
    const read = { method: 'GET', target: manifest.path };
    const headers = signedHeaders(key, read, { id: device_id, ms: at, origin: PUBLIC_URL });
    const signed = { at, headers: { ...headers, 'if-none-match': VERSION } };
    signedPolls.set(device_id, signed);
    return signed;
  }
  async function poll(screen: Identity, n: number): Promise<void> {
    const { device_id } = screen;
    const now = Date.now();
    let signed = signedPolls.get(device_id) ?? signPoll(screen, now - spreadAge(n, screens.length));
    if (now - signed.at > SIGNED_FOR_MS) signed = signPoll(screen, now);
    await untilInTime(
      () => send({ kind: 'poll', target: manifest.path, screen }, signed.headers),
      () => {
        signed = signPoll(screen, Date.now());
      },
    );
  }
  /** `signAgain` before each further try. */
  async function untilInTime(act: () => Promise<'done' | 'tooOld'>, signAgain = () => {}): Promise<void> {
    for (let tries = 1; (await act()) === 'tooOld'; tries++) {
      if (tries === TRIES) throw new Error(`A call waited for too long ${TRIES} times.`);
      driven.signedAgain++;
      signAgain();
    }
  }
  function post(kind: Kind, target: string, screen: Identity, payload: object) {
    const { device_id, key } = screen;
    const body = JSON.stringify(payload);
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    return untilInTime(() => {
      const call = { method: 'POST', target, body };
      const signed = signedHeaders(key, call, { id: device_id, ms: Date.now(), origin: PUBLIC_URL });
      return send({ kind, target, screen }, { ...headers, ...signed }, body);
    });
  }
  const report = (screen: Identity) =>
    post(
      'heartbeat',
      heartbeat.path,
      screen,
      reportOf({
        app_version: APP_VERSION,
        content: null,
        playing: { item: creative, since: new Date().toISOString() },
        ledger: { epoch: screen.device_id, seq: 0, waiting: 0, parked: 0 },
        place: placeAt(screen.device_id, Date.now()),
      }),
    );
  async function handIn(screen: Identity) {
    const each = creative.duration_ms;
    const began = Date.now() - playsEach * each;
    const records = ledgers.get(screen.device_id) ?? createRecords(screen, APP_VERSION, began);
    ledgers.set(screen.device_id, records);
    const played = [];
    for (let n = 0; n < playsEach; n++)
      played.push(
        await records.add({
          ...{ item: creative, loop: null, zone: 'full', manifest_version: 1, isOnline: true },
          ...{ start: began + n * each, shown_ms: each },
        }),
      );
    driven.plays += playsEach;
    return post('plays', sendPlays.path, screen, records.batch(played));
  }

  const due = (screen: Identity, n: number, period: number): (() => Promise<void>)[] => [
    () => poll(screen, n),
    () => report(screen),
    ...(playsEach > 0 && (n + period) % PERIODS_OF_PLAYS === 0 ? [() => handIn(screen)] : []),
  ];
  const track = (work: Promise<void>) => {
    open.add(work);
    work.finally(() => open.delete(work)).catch(() => undefined);
  };
  const began = performance.now();
  const all = screens.length * periods;
  for (let sent = 0; sent < all;) {
    const elapsed = performance.now() - began;
    const until = Math.min(all, Math.ceil((elapsed / periodMs) * screens.length));
    for (; sent < until; sent++) {
      const at = (sent / screens.length) * periodMs;
      driven.lateMs = Math.max(driven.lateMs, performance.now() - began - at);
      const n = sent % screens.length;
      for (const act of due(screens[n]!, n, Math.floor(sent / screens.length))) track(act());
    }
    await new Promise(done => setTimeout(done, TURN_MS));
  }
  await Promise.all(open);
  agent.destroy();
  driven.pollMs.sort((a, b) => a - b);
  return driven;
}
