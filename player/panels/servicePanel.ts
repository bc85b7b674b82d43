/** All that is set and seen at the screen itself: for whoever knows the PIN, and for any hand where there is none. */
import { pageKioskPorts } from '../kiosk/pageKiosk.ts';
import { toggleKiosk } from '../kiosk/kiosk.ts';
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import { consentLine } from '../screens/consent.ts';
import { showIdentity } from '../screens/identify.ts';
import { button, el } from '../screens/dom.ts';
import { signInLink } from '../screens/signIn.ts';
import { loadPanelTexts } from '../screens/texts.ts';
import type { Status } from '../app/status.ts';
import { openDialog } from './dialog.ts';
import { factsOf, itemList, machineFacts, skippedList } from './facts.ts';
import { languageSwitch } from './languageSwitch.ts';
import { measure, withServer } from './linkTest.ts';
import { locationConsentLines } from './locationConsent.ts';
import { sliders } from './sliders.ts';

/** What the panel needs of the player. */
export type ServicePlayer = Pick<
  Player,
  | ('clock' | 'content' | 'db' | 'display' | 'library' | 'moments' | 'requestSync' | 'requestForget')
  | ('running' | 'status')
>;

export async function openService(player: ServicePlayer): Promise<void> {
  const say = await loadPanelTexts();
  const { clock, status } = player;
  const { isKiosk, isPaired } = status.get();
  const machine = await machineFacts(player, say);
  const items = el('div', '');
  const dialog = openDialog(clock, 'service', say('service.title'));
  const close = () => dialog.close();
  const facts = el('dl', 'facts');
  const skipped = el('div', '');
  const message = el('p', 'said');
  message.setAttribute('role', 'status');

  /** Something with the server, and what came of it in words. */
  const serverAction = (name: string, work: (rtt: number) => Promise<string>) => {
    const made = button(name, () => {
      made.disabled = true;
      message.textContent = say('service.working');
      withServer(clock, say, work)
        .catch((error: unknown) => {
          onFault(error);
          return say('service.failed');
        })
        .then(text => {
          message.textContent = text;
          made.disabled = false;
        }, onFault);
    });
    return made;
  };
  const sync = async () => {
    await player.requestSync();
    return say('service.synced');
  };
  const actions = [
    serverAction(say('service.test'), rtt => measure(clock, say, rtt)),
    ...(isPaired ? [serverAction(say('service.sync'), sync)] : []),
    button(say('service.identify'), () => {
      close();
      const id = player.running()?.identity.device_id ?? '';
      showIdentity(clock, { name: isPaired ? status.get().name : say('service.notPaired'), id }).catch(
        onFault,
      );
    }),
  ];
  const leave = () => void toggleKiosk(false, pageKioskPorts(player.db)).catch(onFault);
  /** Asked twice, since nobody can take it back here. */
  const forget = button(say('service.forget'), () => {
    if (forget.dataset['sure'] !== undefined) return void player.requestForget().catch(onFault);
    forget.dataset['sure'] = '';
    forget.textContent = say('service.forgetSure');
  });
  const openKioskSetup = () => {
    close();
    import('./setup.ts').then(({ openSetup }) => openSetup(player)).catch(onFault);
  };
  /** A kiosk's passengers are not asked, and have no door: neither is theirs. */
  const consentLines = isKiosk ? [] : [consentLine(say)];
  const exits = isKiosk
    ? [button(say('service.exit'), leave)]
    : [signInLink(say, 'link'), button(say('kiosk.turnOn'), openKioskSetup)];

  const openAnew = () => {
    close();
    openService(player).catch(onFault);
  };

  dialog.append(
    languageSwitch(say, openAnew),
    facts,
    machine,
    el('div', 'buttons acts', ...actions),
    message,
    sliders(player, say),
    ...(await locationConsentLines(player.db, say, () => player.moments.setPlace(() => null))),
    el('details', '', el('summary', '', say('service.items')), items),
    skipped,
    ...consentLines,
    el('div', 'buttons', ...exits, ...(isPaired ? [forget] : []), button(say('service.close'), close)),
  );
  let library: Status['library'] | null = null;
  const listAgain = async () => items.replaceChildren(await itemList(player, say));
  const end = status.watch(now => {
    facts.replaceChildren(...factsOf(now, say));
    skipped.replaceChildren(...skippedList(now, say));
    if (now.library !== library) void listAgain().catch(onFault);
    ({ library } = now);
  });
  dialog.addEventListener('close', end);
}
