/** What each command does on this screen. */
import type { Acts } from './commands.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { kioskHere } from './kiosk/here.ts';
import { quickSetup } from './kiosk/kiosk.ts';
import { BRIGHTEST } from './look.ts';
import { onFault, type Player } from './player.ts';
import type { Self } from './self.ts';

interface Ports {
  player: Player;
  self: Self;
  refresh: () => Promise<void>;
  bring: () => Promise<void>;
}

/** Time to tell the new PIN to who asked for it; then the lock begins anew with it. */
const TELL_MS = 5_000;
/** Percent: at night a screen in a car blinds; else the machine's own light is right. */
const MODES = { auto: BRIGHTEST, fixed: BRIGHTEST, night: 40 } as const;

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
    async identify() {
      const { showIdentity } = await import('./screens/identify.ts');
      await showIdentity(player.clock, {
        name: player.status.get().name,
        id: self.identity()?.device_id ?? '',
      });
    },
    set_volume: ({ volume }) =>
      player.setOwnLook({
        volume: { value: volume, over: player.content.active()?.config?.volume ?? volume },
      }),
    set_brightness: ({ mode }) => player.setOwnLook({ brightness: MODES[mode] }),
    async reset_pin() {
      const pin = await quickSetup({}, kioskHere(player.db));
      player.clock.after(TELL_MS, () => location.reload());
      return pin;
    },
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
