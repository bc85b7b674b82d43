/** The question whether to install, on the page this runs in. */
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import { installEvent } from './event.ts';
import { createInstallFlags, offerInstall } from './install.ts';

const APP_MODES = ['standalone', 'fullscreen', 'minimal-ui'];
/** Only Safari has it, and on iOS it says whether the page was opened from the home screen. */
const isHomeScreen = () => (navigator as { standalone?: boolean }).standalone;

export async function startInstallPrompt(
  { clock, db }: Pick<Player, 'clock' | 'db'>,
  touched: Promise<void>,
): Promise<void> {
  const flags = await createInstallFlags(db, localStorage);
  addEventListener('appinstalled', () => {
    void flags.set('installed').catch(onFault);
    void navigator.storage.persist().catch(onFault);
  });
  await offerInstall({
    clock,
    flags,
    isApp: () =>
      isHomeScreen() === true || APP_MODES.some(mode => matchMedia(`(display-mode: ${mode})`).matches),
    event: isHomeScreen() === undefined ? installEvent : 'steps',
    touched,
    ask: async kind => (await import('../screens/ask.ts')).askToInstall(clock, kind),
  });
}
