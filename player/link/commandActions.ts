/** The action of each remote command. */
import type { CommandActions } from './commands.ts';
import { diagnosticsOf } from '../app/diagnostics.ts';
import { pageKioskPorts } from '../kiosk/pageKiosk.ts';
import { applyKiosk, type KioskAnswer, type KioskChange } from '../kiosk/kiosk.ts';
import { BRIGHTNESS_PERCENT } from '../app/displaySettings.ts';
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import type { DeviceClient } from '../../shared/device/call.ts';
import type { DeviceIdentity } from './identity.ts';

/** What commands do to the player. */
export type CommandPlayer = Pick<
  Player,
  'bootCounter' | 'clock' | 'content' | 'db' | 'decisions' | 'display' | 'library' | 'status' | 'time'
>;
interface Ports {
  player: CommandPlayer;
  self: DeviceIdentity;
  caller: Pick<DeviceClient, 'call'>;
  refresh: () => Promise<void>;
  /** Asks the server who this screen is. */
  checkIn: () => Promise<void>;
  download: () => Promise<void>;
}

/** Time to tell what came of it, a new PIN too, to who asked; then the page begins anew with it. */
const ANSWER_GRACE_MS = 5_000;
/** The new PIN, where one was made. */
async function changeKiosk(
  { db, clock }: Pick<Player, 'db' | 'clock'>,
  change: KioskChange,
): Promise<string> {
  let answer: KioskAnswer | undefined;
  const reload = () => void clock.after(ANSWER_GRACE_MS, () => location.reload());
  await applyKiosk(change, { ...pageKioskPorts(db), reload }, told => Promise.resolve((answer = told)));
  return answer?.pin ?? '';
}

export function createCommandActions({
  player,
  self,
  caller,
  refresh,
  checkIn,
  download,
}: Ports): CommandActions {
  /** The page goes: what follows is told by the next one. */
  async function restartPage(): Promise<never> {
    await player.bootCounter.markHealthy().catch(onFault);
    location.reload();
    return new Promise(() => undefined);
  }
  return {
    reload: restartPage,
    async restart_app() {
      await (await navigator.serviceWorker?.getRegistration())?.update();
      return restartPage();
    },
    refresh_content: refresh,
    async screenshot() {
      return (await import('../panels/screenshot.ts')).stagePicture();
    },
    async identify() {
      const { showIdentity } = await import('../screens/identify.ts');
      await showIdentity(player.clock, {
        name: player.status.get().name,
        id: self.identity()?.device_id ?? '',
      });
    },
    set_volume: ({ volume }) =>
      player.display.setLocal({
        volume: { value: volume, over: player.content.active()?.config?.volume ?? volume },
      }),
    set_brightness: ({ mode }) =>
      player.display.setLocal({
        brightness: BRIGHTNESS_PERCENT[mode],
        brightness_over: player.content.active()?.config?.brightness ?? 'auto',
      }),
    set_kiosk: ({ enabled }) => changeKiosk(player, { enabled }),
    reset_pin: () => changeKiosk(player, { resetPin: true }),
    async clear_cache() {
      const rows = await player.library.rows();
      await player.library.evict(new Set(rows.map(({ sha256 }) => sha256)));
      await download();
    },
    /** The server has ended the key by now and answers with its signed word, on which this screen forgets itself. */
    unpair: checkIn,
    report_logs: () => diagnosticsOf(player),
    async record_decisions({ decisions }) {
      await (await import('../decisions/recorder.ts')).startRecording(player, caller, decisions);
    },
  };
}
