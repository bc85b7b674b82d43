/** Keeps a wall up to date: a stream where the link lets one through, a look every few seconds where it does not. */
import { sleep, type Clock } from '../../../shared/clock.ts';
import { LIVE_KEEPALIVE_MS, type liveDevices, type Wall } from '../../../shared/contract/fleet/live.ts';
import type { QueryInput } from '../../../shared/contract/wire/endpoint.ts';

const DATA = 'data: ';
export const POLL_MS = 10_000;
const RETRY_MS = { first: 1_000, longest: 30_000 } as const;
/** A stream that says nothing for so long is held back somewhere, or dead. */
const SILENT_MS = 2 * LIVE_KEEPALIVE_MS;
/** So many silent streams, and none is tried for a while. */
const SILENT_STREAMS = 2;
const POLLS_BEFORE_STREAM = 30;

export type StreamStatus = 'waiting' | 'live' | 'polling';
type Query = QueryInput<typeof liveDevices>;

export interface WallStreamPorts {
  clock: Clock;
  /** Rejects where the server refused or was not heard. */
  fetchWall: (query: Query, signal: AbortSignal) => Promise<Response>;
  onWall: (wall: Wall) => void;
  onStatus: (link: StreamStatus) => void;
  /** Nothing would come of asking again: who watches may not, or not any more. */
  isFinal: (error: unknown) => boolean;
  onFailure: (error: unknown) => void;
}

/** Events of a stream, and null for each sign of life between them. Ends with the signal, too. */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<string | null> {
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop);
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const parts = (text + decoder.decode(chunk.value, { stream: true })).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) yield part.startsWith(DATA) ? part.slice(DATA.length) : null;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

const parseWall = (event: string) => JSON.parse(event) as Wall;

/** Goes on until the answer is called. */
export function watchWall(query: Query, ports: WallStreamPorts): () => void {
  const { clock, fetchWall, onWall, onStatus } = ports;
  const controller = new AbortController();
  const { signal } = controller;
  /** A function: it changes while something is waited for. */
  const isStopped = () => signal.aborted;
  let silentStreams = 0;

  /** Ends with the stream; says whether it told anything. */
  async function readStream(): Promise<boolean> {
    const silence = new AbortController();
    const startSilenceTimer = () => clock.after(SILENT_MS, () => silence.abort());
    let cancelSilenceTimer = startSilenceTimer();
    let hasReceived = false;
    try {
      const ends = AbortSignal.any([signal, silence.signal]);
      const { body } = await fetchWall({ ...query, follow: '1' }, ends);
      if (!body) return false;
      for await (const event of eventsOf(body, ends)) {
        hasReceived = true;
        cancelSilenceTimer();
        cancelSilenceTimer = startSilenceTimer();
        onStatus('live');
        if (event !== null) onWall(parseWall(event));
      }
      return hasReceived;
    } finally {
      cancelSilenceTimer();
    }
  }
  async function poll(): Promise<void> {
    for (let n = 0; n < POLLS_BEFORE_STREAM && !isStopped(); n++) {
      const answer = await fetchWall(query, signal);
      const [event] = (await answer.text()).split('\n\n');
      if (event?.startsWith(DATA)) onWall(parseWall(event.slice(DATA.length)));
      onStatus('polling');
      await sleep(clock, POLL_MS);
    }
    silentStreams = 0;
  }
  async function streamOrPoll(): Promise<void> {
    if (silentStreams >= SILENT_STREAMS) return poll();
    silentStreams = (await readStream()) ? 0 : silentStreams + 1;
    await sleep(clock, RETRY_MS.first);
  }

  async function run() {
    let pause: number = RETRY_MS.first;
    while (!isStopped()) {
      try {
        await streamOrPoll();
        pause = RETRY_MS.first;
      } catch (error) {
        if (isStopped()) return;
        if (ports.isFinal(error)) return ports.onFailure(error);
        onStatus('waiting');
        await sleep(clock, pause);
        pause = Math.min(pause * 2, RETRY_MS.longest);
      }
    }
  }
  void run();
  return () => controller.abort();
}
