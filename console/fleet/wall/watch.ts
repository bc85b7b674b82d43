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

export type Link = 'waiting' | 'live' | 'polling';
type Query = QueryInput<typeof liveDevices>;

export interface WatchPorts {
  clock: Clock;
  /** Rejects where the server refused or was not heard. */
  ask: (query: Query, signal: AbortSignal) => Promise<Response>;
  onWall: (wall: Wall) => void;
  onLink: (link: Link) => void;
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
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const parts = (text + decoder.decode(piece.value, { stream: true })).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) yield part.startsWith(DATA) ? part.slice(DATA.length) : null;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

const wallIn = (event: string) => JSON.parse(event) as Wall;

/** Goes on until the answer is called. */
export function watchWall(query: Query, ports: WatchPorts): () => void {
  const { clock, ask, onWall, onLink } = ports;
  const over = new AbortController();
  const { signal } = over;
  /** A function: it changes while something is waited for. */
  const isOver = () => signal.aborted;
  let silentStreams = 0;

  /** Ends with the stream; says whether it told anything. */
  async function follow(): Promise<boolean> {
    const quiet = new AbortController();
    const listen = () => clock.after(SILENT_MS, () => quiet.abort());
    let hush = listen();
    let told = false;
    try {
      const ends = AbortSignal.any([signal, quiet.signal]);
      const { body } = await ask({ ...query, follow: '1' }, ends);
      if (!body) return false;
      for await (const event of eventsOf(body, ends)) {
        told = true;
        hush();
        hush = listen();
        onLink('live');
        if (event !== null) onWall(wallIn(event));
      }
      return told;
    } finally {
      hush();
    }
  }
  async function poll(): Promise<void> {
    for (let n = 0; n < POLLS_BEFORE_STREAM && !isOver(); n++) {
      const answer = await ask(query, signal);
      const [event] = (await answer.text()).split('\n\n');
      if (event?.startsWith(DATA)) onWall(wallIn(event.slice(DATA.length)));
      onLink('polling');
      await sleep(clock, POLL_MS);
    }
    silentStreams = 0;
  }
  async function look(): Promise<void> {
    if (silentStreams >= SILENT_STREAMS) return poll();
    silentStreams = (await follow()) ? 0 : silentStreams + 1;
    await sleep(clock, RETRY_MS.first);
  }

  async function run() {
    let pause: number = RETRY_MS.first;
    while (!isOver()) {
      try {
        await look();
        pause = RETRY_MS.first;
      } catch (error) {
        if (isOver()) return;
        if (ports.isFinal(error)) return ports.onFailure(error);
        onLink('waiting');
        await sleep(clock, pause);
        pause = Math.min(pause * 2, RETRY_MS.longest);
      }
    }
  }
  void run();
  return () => over.abort();
}
