/** A step of the start that fails is tried again: a database may open later, a file may come later. */
import { sleep, type Clock } from '../../shared/clock.ts';
import { isModuleLoadError } from '../../shared/web/modules.ts';

const RETRY_MS = 2_000;
/** Some browsers let only a new page have a file that did not come: one that is young, or shows something, waits. */
const RELOAD_AFTER_MS = { dark: 10_000, playing: 10 * 60_000 };
/** A start that fails for so long while nothing is on the screen is said there. */
const FATAL_AFTER_MS = 15_000;

interface Ports {
  clock: Clock;
  /** A picture of the playlist is on the screen. */
  isPlaying: () => boolean;
  /** Nothing has been shown since this page began, neither content nor a screen of ours. */
  isBlank: () => boolean;
  /** The file is there for a page that begins anew. */
  isModuleAvailable: (error: Error) => Promise<boolean>;
  restart: () => void;
  showFatal: (error: unknown) => void;
  onFault: (error: unknown) => void;
}

/** Returns what the attempt returned; the screen stays as it is meanwhile. */
export async function retryUntilDone<T>(attempt: () => Promise<T>, ports: Ports): Promise<T> {
  const { clock, isPlaying, isBlank, isModuleAvailable, restart, showFatal, onFault } = ports;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      onFault(error);
      const patience = isPlaying() ? RELOAD_AFTER_MS.playing : RELOAD_AFTER_MS.dark;
      if (isModuleLoadError(error) && clock.mono() > patience && (await isModuleAvailable(error))) {
        restart();
        await new Promise(() => undefined);
      }
      if (isBlank() && clock.mono() > FATAL_AFTER_MS) showFatal(error);
      await sleep(clock, RETRY_MS);
    }
  }
}
