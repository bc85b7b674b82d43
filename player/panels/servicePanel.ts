/** All that is set and seen at the screen itself: for whoever knows the PIN, and for any hand where there is none. */
import { kioskHere } from '../kiosk/here.ts';
import { toggleKiosk } from '../kiosk/kiosk.ts';
import { onFault, type Player } from '../app/player.ts';
import { consentLine } from '../screens/consent.ts';
import { showIdentity } from '../screens/identify.ts';
import { button, el } from '../screens/dom.ts';
import { signInLink } from '../screens/signIn.ts';
import { speakToHand } from '../screens/texts.ts';
import type { Status } from '../app/status.ts';
import { openDialog } from './dialog.ts';
import { factsOf, itemList, machineFacts, skippedList } from './facts.ts';
import { measure, withServer } from './linkTest.ts';
import { placeLine } from './place.ts';
import { sliders } from './sliders.ts';

export async function openService(player: Player): Promise<void> {
  const say = await speakToHand();
  const { clock, status, listeners } = player;
  const { isKiosk, isPaired } = status.get();
  const machine = await machineFacts(player, say);
  const items = el('div', '');
  const dialog = openDialog(clock, 'service', say('service.title'));
  const close = () => dialog.close();
  const facts = el('dl', 'facts');
  const skipped = el('div', '');
  const said = el('p', 'said');
  said.setAttribute('role', 'status');

  /** Something with the server, and what came of it in words. */
  const act = (name: string, work: (rtt: number) => Promise<string>) => {
    const made = button(name, () => {
      made.disabled = true;
      said.textContent = say('service.working');
      withServer(clock, say, work)
        .catch((error: unknown) => {
          onFault(error);
          return say('service.failed');
        })
        .then(text => {
          said.textContent = text;
          made.disabled = false;
        }, onFault);
    });
    return made;
  };
  const sync = async () => {
    await listeners.onSync();
    return say('service.synced');
  };
  const acts = [
    act(say('service.test'), rtt => measure(clock, say, rtt)),
    ...(isPaired ? [act(say('service.sync'), sync)] : []),
    button(say('service.identify'), () => {
      close();
      const id = player.running()?.identity.device_id ?? '';
      showIdentity(clock, { name: isPaired ? status.get().name : say('service.notPaired'), id }).catch(
        onFault,
      );
    }),
  ];
  const leave = () => void toggleKiosk(false, kioskHere(player.db)).catch(onFault);
  const begin = () => {
    close();
    import('./setup.ts').then(({ openSetup }) => openSetup(player)).catch(onFault);
  };
  /** A kiosk's passengers are not asked, and have no door: neither is theirs. */
  const asks = isKiosk ? [] : [consentLine(say)];
  const ways = isKiosk
    ? [button(say('service.exit'), leave)]
    : [signInLink(say, 'link'), button(say('kiosk.turnOn'), begin)];

  dialog.append(
    facts,
    machine,
    el('div', 'buttons acts', ...acts),
    said,
    sliders(player, say),
    await placeLine(player.db, say),
    el('details', '', el('summary', '', say('service.items')), items),
    skipped,
    ...asks,
    el('div', 'buttons', ...ways, button(say('service.close'), close)),
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
