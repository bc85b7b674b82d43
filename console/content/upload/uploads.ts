/** The files of the upload page: what becomes of each, at most two on the way at once. */
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../../../shared/clock.ts';
import type { ApiError } from '../../../shared/net/apiError.ts';
import { refusalOf, type Refusal } from './check.ts';
import type { send, Sending } from './send.ts';
import { sampled, speedOf, type Sample } from './speed.ts';

export type FileState =
  | { at: 'waiting' }
  | { at: 'starting' }
  | { at: 'sending'; sent: number; speed: number }
  | { at: 'paused'; sent: number }
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

interface Ports {
  clock: Clock;
  send: (file: File, hear: Parameters<typeof send>[2]) => Promise<Sending>;
  /** A file became a creative. */
  made: () => void;
}

const AT_ONCE = 2;
const ON_THE_WAY: readonly FileState['at'][] = ['starting', 'sending', 'checking'];

export function createUploads({ clock, send, made }: Ports) {
  const store = createStore<{ entries: readonly Entry[] }>(() => ({ entries: [] }));
  const sendings = new Map<number, Sending>();
  const samples = new Map<number, readonly Sample[]>();
  let lastId = 0;
  const all = () => store.getState().entries;
  const find = (id: number) => all().find(entry => entry.id === id);

  const put = (id: number, state: FileState) =>
    store.setState({ entries: all().map(entry => (entry.id === id ? { ...entry, state } : entry)) });
  function become(id: number, state: FileState) {
    put(id, state);
    next();
  }

  function progress(id: number, size: number, sent: number) {
    const list = sampled(samples.get(id) ?? [], { bytes: sent, at: clock.mono() });
    samples.set(id, list);
    const { at } = find(id)?.state ?? {};
    if (at === 'starting' || at === 'sending')
      become(id, sent >= size ? { at: 'checking' } : { at: 'sending', sent, speed: speedOf(list) });
  }

  async function begin({ id, file }: Entry) {
    put(id, { at: 'starting' });
    const sending = await send(file, {
      progress: sent => progress(id, file.size, sent),
      done(creativeId) {
        become(id, { at: 'done', creativeId });
        made();
      },
      failed: error => find(id) && become(id, { at: 'failed', error }),
    });
    if (find(id)) sendings.set(id, sending);
    else sending.cancel();
  }

  function next() {
    const free = AT_ONCE - all().filter(({ state }) => ON_THE_WAY.includes(state.at)).length;
    const [first] = all().filter(({ state }) => state.at === 'waiting');
    if (free > 0 && first) void begin(first);
  }

  return {
    store,
    add: (files: readonly File[]): void => {
      const entries = files.map((file): Entry => {
        const refusal = refusalOf(file);
        return { id: ++lastId, file, state: refusal ? { at: 'refused', refusal } : { at: 'waiting' } };
      });
      store.setState({ entries: [...all(), ...entries] });
      for (let i = 0; i < AT_ONCE; i++) next();
    },
    pause(id: number) {
      const state = find(id)?.state;
      if (state?.at !== 'sending') return;
      sendings.get(id)?.pause();
      become(id, { at: 'paused', sent: state.sent });
    },
    resume(id: number) {
      samples.delete(id);
      become(id, { at: 'starting' });
      sendings.get(id)?.resume();
    },
    retry(id: number) {
      samples.delete(id);
      sendings.delete(id);
      become(id, { at: 'waiting' });
    },
    /** Off the list; what was under way is given up. */
    remove(id: number) {
      const entry = find(id);
      store.setState({ entries: all().filter(other => other.id !== id) });
      if (entry && entry.state.at !== 'done') sendings.get(id)?.cancel();
      sendings.delete(id);
      next();
    },
    /** Leaving the page would stop these. */
    isBusy: () => all().some(({ state }) => ON_THE_WAY.includes(state.at) || state.at === 'waiting'),
  };
}
export type Uploads = ReturnType<typeof createUploads>;
