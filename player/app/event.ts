/** An event of the player. Parts that load after playback has begun subscribe to it, and none takes another's place. */
export function createEvent<T = void>() {
  const listeners = new Set<(value: T) => void | Promise<void>>();
  return {
    /** The answer ends the subscription. */
    on: (listener: (value: T) => void | Promise<void>): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Calls every listener at once; resolves when all have finished. */
    emit: async (value: T): Promise<void> => {
      await Promise.all([...listeners].map(async listener => listener(value)));
    },
  };
}
