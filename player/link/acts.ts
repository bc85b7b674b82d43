/** What each command does on this screen. */
import type { Acts } from './commands.ts';
import { diagnosticsOf } from '../app/diagnostics.ts';
import { kioskHere } from '../kiosk/here.ts';
import { applyKiosk, type KioskAnswer, type KioskChange } from '../kiosk/kiosk.ts';
import { LIGHT } from '../app/look.ts';
import { onFault, type Player } from '../app/player.ts';
import type { Self } from './self.ts';

interface Ports {
  player: Player;
  self: Self;
  refresh: () => Promise<void>;
  bring: () => Promise<void>;
}

/** Time to tell what came of it, a new PIN too, to who asked; then the page begins anew with it. */
const TELL_MS = 5_000;
/** The new PIN, where one was made. */
async function kioskOf({ db, clock }: Pick<Player, 'db' | 'clock'>, change: KioskChange): Promise<string> {
  let answer: KioskAnswer | undefined;
  const reload = () => void clock.after(TELL_MS, () => location.reload());
  await applyKiosk(change, { ...kioskHere(db), reload }, told => Promise.resolve((answer = told)));
  return answer?.pin ?? '';
}

export function actsOf({ player, self, refresh, bring }: Ports): Acts {
  /** The page goes: what follows is told by the next one. */
  async function start(): Promise<never> {
    await player.starts.lived().catch(onFault);
    location.reload();
    return new Promise(() => undefined);
  }
  return {
    reload: start,
    async restart_app() {
      await (await navigator.serviceWorker?.getRegistration())?.update();
      return start();
    },
    refresh_content: refresh,
    async screenshot() {
      const { shotOf } = await import('../panels/shot.ts');
      const shown = document.querySelector<HTMLVideoElement>('#stage [data-layer=front]');
      return shotOf(shown, document.createElement('canvas'));
    },
    async identify() {
      const { showIdentity } = await import('../screens/identify.ts');
      await showIdentity(player.clock, {
        name: player.status.get().name,
        id: self.identity()?.device_id ?? '',
      });
    },
    set_volume: ({ volume }) =>
      player.setOwnLook({
        volume: { value: volume, over: player.content.active()?.config?.volume ?? volume },
      }),
    set_brightness: ({ mode }) =>
      player.setOwnLook({
        brightness: LIGHT[mode],
        brightness_over: player.content.active()?.config?.brightness ?? 'auto',
      }),
    set_kiosk: ({ enabled }) => kioskOf(player, { enabled }),
    reset_pin: () => kioskOf(player, { resetPin: true }),
    async clear_cache() {
      const rows = await player.library.rows();
      await player.library.drop(new Set(rows.map(({ sha256 }) => sha256)));
      await bring();
    },
    async unpair() {
      await self.forget();
      return start();
    },
    report_logs: () => diagnosticsOf(player),
  };
}
