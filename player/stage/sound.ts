/** A video speaks only where the browser allows it; until then it plays muted rather than not at all. */
export function createSound(element: HTMLVideoElement) {
  let isRefused = false;
  function set(volume: number) {
    if (navigator.userActivation?.hasBeenActive) isRefused = false;
    element.volume = volume / 100;
    element.muted = volume === 0 || isRefused;
  }
  return {
    set,
    async play(volume: number): Promise<void> {
      set(volume);
      if (element.muted) return element.play();
      try {
        await element.play();
      } catch (error) {
        if ((error as Error).name !== 'NotAllowedError') throw error;
        isRefused = true;
        element.muted = true;
        await element.play();
      }
    },
  };
}
