/** The files of the upload page: what becomes of each, at most two on the way at once. */
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../../../shared/clock.ts';
import { ApiError, isNoResponse } from '../../../shared/net/apiError.ts';
import type { KnownFile } from './knownFiles.ts';
import {
  PLATFORM_LIMITS,
  refusalByLimits,
  type UploadLimits,
} from '../../../shared/contract/identity/settings/uploadLimits.ts';
import { refusalOf, typeOf, type Refusal } from './refusal.ts';
import type { startUpload, UploadHandle } from './startUpload.ts';
import { addSample, speedOf, type Sample } from './speed.ts';

export type FileState =
  | { at: 'waiting' }
  /** Its content is read, to find it in the library. */
  | { at: 'comparing' }
  /** The library has it: nothing is sent unless somebody wants it all the same. */
  | { at: 'known'; known: KnownFile }
  | { at: 'starting' }
  | { at: 'sending'; sent: number; speed: number }
  | { at: 'paused'; sent: number }
  /** The link is gone; it goes on by itself when there is one again. */
  | { at: 'offline'; sent: number }
  /** All bytes are there; the server looks at them. */
  | { at: 'checking' }
  | { at: 'done'; creativeId: string | null }
  | { at: 'refused'; refusal: Refusal }
  | { at: 'failed'; error: ApiError };

export interface Entry {
  id: number;
  file: File;
  state: FileState;
}

interface UploadsPorts {
  clock: Clock;
  network: {
    /** Does our server answer now? */
    check: () => Promise<boolean>;
    onOnline: (listener: () => void) => () => void;
  };
  send: (file: File, listener: Parameters<typeof startUpload>[2]) => Promise<UploadHandle>;
  /** Those of the tenant, as far as they are known; left out: the platform's. */
  limits?: () => UploadLimits;
  /** ms; null: none, or the browser cannot tell. Left out: nobody asks. */
  durationOf?: (file: File) => Promise<number | null>;
  /** null: it is not in the library; left out: nobody asks. */
  findKnown?: (file: File) => Promise<KnownFile | null>;
  /** A file became a creative. */
  onCreated: () => void;
}

const MAX_CONCURRENT = 2;
const ACTIVE_STATES: readonly FileState['at'][] = ['comparing', 'starting', 'sending', 'offline', 'checking'];

/** The upload library did not come, or the browser's store could not be read. */
const startFailure = (cause: unknown) =>
  cause instanceof ApiError ? cause : new ApiError('NETWORK', 'The upload did not start', { cause });

export function createUploads(ports: UploadsPorts) {
  const { clock, network, send, limits = () => PLATFORM_LIMITS, durationOf, findKnown, onCreated } = ports;
  /** By the limits of the tenant. */
  const judge = (file: File, duration_ms: number | null) =>
    refusalByLimits(limits(), { mime: typeOf(file), bytes: file.size, duration_ms });
  const store = createStore<{ entries: readonly Entry[] }>(() => ({ entries: [] }));
  const handles = new Map<number, UploadHandle>();
  const samples = new Map<number, readonly Sample[]>();
  /** Looked for in the library once. */
  const compared = new Set<number>();
  let lastId = 0;
  const all = () => store.getState().entries;
  const find = (id: number) => all().find(entry => entry.id === id);

  const setFileState = (id: number, state: FileState) =>
    store.setState({ entries: all().map(entry => (entry.id === id ? { ...entry, state } : entry)) });
  function transition(id: number, state: FileState) {
    setFileState(id, state);
    startNext();
  }

  function progress(id: number, size: number, sent: number) {
    const list = addSample(samples.get(id) ?? [], { bytes: sent, at: clock.mono() });
    samples.set(id, list);
    const { at } = find(id)?.state ?? {};
    if (at === 'starting' || at === 'sending' || at === 'checking')
      transition(id, sent >= size ? { at: 'checking' } : { at: 'sending', sent, speed: speedOf(list) });
  }

  const lastSent = (id: number) => samples.get(id)?.at(-1)?.bytes ?? 0;

  async function begin({ id, file }: Entry) {
    if (durationOf && typeOf(file).startsWith('video/')) {
      setFileState(id, { at: 'starting' });
      const refusal = judge(file, await durationOf(file));
      if (find(id)?.state.at !== 'starting') return;
      if (refusal) return transition(id, { at: 'refused', refusal });
    }
    if (findKnown && !compared.has(id)) {
      compared.add(id);
      setFileState(id, { at: 'comparing' });
      const known = await findKnown(file);
      /** Taken off the list or paused meanwhile. */
      if (find(id)?.state.at !== 'comparing') return;
      if (known) return transition(id, { at: 'known', known });
    }
    setFileState(id, { at: 'starting' });
    const failed = async (error: ApiError) => {
      const isOffline = isNoResponse(error) && !(await network.check());
      // Paused or taken off the list meanwhile.
      if (!ACTIVE_STATES.includes(find(id)?.state.at ?? 'paused')) return;
      transition(id, isOffline ? { at: 'offline', sent: lastSent(id) } : { at: 'failed', error });
    };
    const sending = await send(file, {
      progress: sent => progress(id, file.size, sent),
      done(creativeId) {
        transition(id, { at: 'done', creativeId });
        onCreated();
      },
      failed: error => void failed(error),
    }).catch((cause: unknown) => void failed(startFailure(cause)));
    if (!sending) return;
    const entry = find(id);
    if (!entry) return sending.cancel();
    handles.set(id, sending);
    /** Paused while it began. */
    if (entry.state.at === 'paused') sending.pause();
  }

  function startNext() {
    const free = MAX_CONCURRENT - all().filter(({ state }) => ACTIVE_STATES.includes(state.at)).length;
    const [first] = all().filter(({ state }) => state.at === 'waiting');
    if (free <= 0 || !first) return;
    const handle = handles.get(first.id);
    if (!handle) return void begin(first);
    setFileState(first.id, { at: 'starting' });
    handle.resume();
  }

  /** In its turn, as one that was just added. */
  function resume(id: number) {
    samples.delete(id);
    transition(id, { at: 'waiting' });
  }
  const resumeAll = () => {
    for (const { id, state } of all()) if (state.at === 'offline') resume(id);
  };

  return {
    store,
    add: (files: readonly File[]): void => {
      const entries = files.map((file): Entry => {
        const refusal = refusalOf(file) ?? judge(file, null);
        return { id: ++lastId, file, state: refusal ? { at: 'refused', refusal } : { at: 'waiting' } };
      });
      store.setState({ entries: [...all(), ...entries] });
      for (let i = 0; i < MAX_CONCURRENT; i++) startNext();
    },
    pause(id: number) {
      const state = find(id)?.state;
      if (state?.at !== 'sending') return;
      handles.get(id)?.pause();
      transition(id, { at: 'paused', sent: state.sent });
    },
    resume,
    retry(id: number) {
      samples.delete(id);
      handles.delete(id);
      transition(id, { at: 'waiting' });
    },
    /** Off the list; what was under way is given up. */
    remove(id: number) {
      const entry = find(id);
      store.setState({ entries: all().filter(other => other.id !== id) });
      if (entry && entry.state.at !== 'done') handles.get(id)?.cancel();
      handles.delete(id);
      startNext();
    },
    /** The page is left: what is under way stops, and is offered again as unfinished. */
    stopAll(): void {
      for (const { id, state } of all())
        if (ACTIVE_STATES.includes(state.at) || state.at === 'waiting') {
          handles.get(id)?.pause();
          setFileState(id, { at: 'paused', sent: lastSent(id) });
        }
    },
    /** From now on what the link has stopped goes on with it. Returns the unsubscribe function. */
    watchLink: () => network.onOnline(resumeAll),
    /** Leaving the page would stop these. */
    isBusy: () => all().some(({ state }) => ACTIVE_STATES.includes(state.at) || state.at === 'waiting'),
  };
}
export type Uploads = ReturnType<typeof createUploads>;
