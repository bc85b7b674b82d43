/**
 * The way out of a kiosk: the right PIN leaves it at once. A switch beside the digits lets the same PIN open the
 * service panel instead, and the screen stays a kiosk.
 */
import { pageKioskPorts } from '../kiosk/pageKiosk.ts';
import { toggleKiosk } from '../kiosk/kiosk.ts';
import { pinAttemptsOf } from '../kiosk/startKiosk.ts';
import { onFault } from '../app/faults.ts';
import { button, el } from '../screens/dom.ts';
import { loadPanelTexts } from '../screens/texts.ts';
import { askPin } from './pin.ts';
import type { ServicePlayer } from './servicePanel.ts';

export async function openExit(player: ServicePlayer): Promise<void> {
  const [say, attempts] = await Promise.all([loadPanelTexts(), pinAttemptsOf(player, 'exit')]);
  let toService = false;
  const onRight = async () =>
    toService
      ? (await import('./servicePanel.ts')).openService(player)
      : toggleKiosk(false, pageKioskPorts(player.db));
  const dialog = askPin({ say, clock: player.clock, attempts, onRight, onFault });
  const choice = button(say('pin.toService'), () => {
    toService = !toService;
    choice.setAttribute('aria-pressed', String(toService));
  });
  choice.setAttribute('aria-pressed', 'false');
  dialog.append(el('div', 'buttons', choice));
}
