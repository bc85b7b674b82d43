/** The driver's sheet. It opens where the car is known to stand; where it may be known and does not stand, by the PIN. */
import { every } from '../../shared/clock.ts';
import { pinAttemptsOf } from '../kiosk/startKiosk.ts';
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import type { Cabin } from '../rides/cabin.ts';
import { destinationForm } from '../rides/destination.ts';
import { FAULTS, reportDetail } from '../rides/report.ts';
import { DRIVING_KMH, isStanding } from '../rides/ride.ts';
import { button, el, put } from '../screens/dom.ts';
import { ownLanguage } from '../screens/language.ts';
import { loadTexts, loadPanelTexts, type Translate } from '../screens/texts.ts';
import { openDialog } from './dialog.ts';
import { askPin } from './pin.ts';

const LOOK_MS = 1_000;
const MINUTE_MS = 60_000;
const MINUTES = 60;

const lengthOf = (ms: number) => {
  const minutes = Math.floor(ms / MINUTE_MS);
  return { hours: Math.floor(minutes / MINUTES), minutes: minutes % MINUTES };
};

/** What the driver's sheet needs of the player. */
export type DriverPlayer = Pick<Player, 'clock' | 'db' | 'facts' | 'incidents' | 'running'>;

export async function openDriver(player: DriverPlayer, cabin: Cabin): Promise<void> {
  const isDriver = { known: false };
  const { ride } = cabin.rides.state();
  if (isStanding(ride, player.clock.mono())) return openSheet(player, cabin, isDriver);
  const isUnknown = ride.standingSince === null && cabin.place() === null;
  if (isUnknown) return askParked(player, () => openSheet(player, cabin, isDriver));
  await afterPin(player, () => openSheet(player, cabin, { known: true }));
}

/** Without the place the PIN would say no more of the car than the driver's word, and would hand him the way out of the kiosk. */
async function askParked({ clock }: DriverPlayer, onParked: () => Promise<void>): Promise<void> {
  const say = await loadTexts(ownLanguage(), ['rider']);
  const dialog = openDialog(clock, 'driver', say('driver.isParked'));
  const answer = button(say('driver.parkedYes'), () => {
    dialog.close();
    void onParked().catch(onFault);
  });
  dialog.append(
    el('p', 'said', say('driver.onlyParked')),
    el(
      'div',
      'buttons',
      answer,
      button(say('driver.close'), () => dialog.close()),
    ),
  );
}

async function afterPin(player: DriverPlayer, onRight: () => Promise<void>): Promise<void> {
  const [say, attempts] = await Promise.all([loadPanelTexts(), pinAttemptsOf(player, 'driver')]);
  askPin({ say, clock: player.clock, attempts, onFault, onRight });
}

/** `isDriver.known`: by the PIN. Where the car stands a rider may have opened it, who ends no driver's shift. */
async function openSheet(player: DriverPlayer, cabin: Cabin, isDriver: { known: boolean }): Promise<void> {
  const { clock, incidents } = player;
  const say = await loadTexts(ownLanguage(), ['rider']);
  const dialog = openDialog(clock, 'driver', say('driver.title'));
  const facts = el('dl', 'facts');
  const message = el('p', 'said');
  message.setAttribute('role', 'status');
  const showResult = (work: () => Promise<string>) => () =>
    void work().then(
      text => {
        put(message, text);
        facts.replaceChildren(...factsOf(cabin, say));
      },
      (error: unknown) => {
        onFault(error);
        put(message, say('driver.failed'));
      },
    );
  const report = (what: string) =>
    showResult(async () => {
      const item = player.running()?.run.onScreen()?.item ?? null;
      if (what === 'unsafe ad' && !item) return say('driver.nothing');
      await incidents.note('report', reportDetail({ by: 'Driver', what, item, fix: cabin.place() }));
      askFault(false);
      return say('driver.reported');
    });
  /** Somebody has to be sent: a fault without a word of what is wrong helps nobody. */
  const faults = el(
    'div',
    'buttons acts',
    el('span', '', say('driver.whichFault')),
    ...FAULTS.map(fault => button(say(`driver.faults.${fault}`), report(`fault, ${fault}`))),
  );
  const askFault = (isAsked: boolean) => void (faults.hidden = !isAsked);
  askFault(false);
  const passenger = (occupied: boolean) =>
    showResult(() => {
      cabin.rides.sign({ on: 'driver', occupied });
      return Promise.resolve('');
    });
  const endShift = showResult(async () => {
    restEnd();
    const { playedMs } = await cabin.shift.end();
    cabin.rides.sign({ on: 'driver', occupied: false });
    return say('driver.ended', lengthOf(playedMs));
  });
  /** Asked twice: a shift that ended by mistake cannot be had back. */
  const end = button(say('driver.end'), () => {
    if (end.dataset['sure'] === undefined) {
      end.dataset['sure'] = '';
      put(end, say('driver.endSure'));
    } else if (isDriver.known) endShift();
    else void afterPin(player, () => Promise.resolve(endShift())).catch(onFault);
  });
  function restEnd() {
    delete end.dataset['sure'];
    put(end, say('driver.end'));
  }
  facts.replaceChildren(...factsOf(cabin, say));
  const sheet = el(
    'div',
    '',
    facts,
    el(
      'div',
      'buttons acts',
      button(say('driver.takeOn'), passenger(true)),
      button(say('driver.setDown'), passenger(false)),
      button(say('driver.unsafe'), report('unsafe ad')),
      button(say('driver.fault'), () => askFault(true)),
    ),
    faults,
    destinationForm(player.facts, {
      say,
      onSet: destination =>
        put(message, say(destination === null ? 'driver.noDestination' : 'driver.destinationSet')),
    }),
    message,
    el(
      'div',
      'buttons',
      end,
      button(say('driver.close'), () => dialog.close()),
    ),
  );
  const locked = el('p', 'said', say('driver.locked'));
  /** Nobody reads at the wheel. */
  function lockWhileDriving() {
    const isDriving = (cabin.place()?.kmh ?? 0) >= DRIVING_KMH;
    sheet.hidden = isDriving;
    locked.hidden = !isDriving;
  }
  dialog.append(locked, sheet);
  lockWhileDriving();
  dialog.addEventListener('close', every(clock, LOOK_MS, lockWhileDriving));
}

function factsOf({ rides, shift }: Cabin, say: Translate): HTMLElement[] {
  const { since, playedMs } = shift.now();
  const at = new Intl.DateTimeFormat(ownLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
  const facts = [
    [say('driver.ride'), say(`driver.${rides.state().ride.at}`)],
    [say('driver.since'), at.format(Date.parse(since))],
    [say('driver.played'), say('driver.hours', lengthOf(playedMs))],
  ] as const;
  return facts.flatMap(([term, fact]) => [el('dt', '', term), el('dd', '', fact)]);
}
