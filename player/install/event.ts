/** The browser's own question, kept back until ours was answered: it may come before anything else is loaded. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export const installEvent = new Promise<InstallEvent>(done =>
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault();
    done(event as InstallEvent);
  }),
);
