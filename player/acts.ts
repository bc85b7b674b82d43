/** What each command does on this screen. */
import type { Acts } from './commands.ts';
import { diagnosticsOf } from './diagnostics.ts';
import type { Player } from './player.ts';
import type { Self } from './self.ts';

interface Ports {
  player: Player;
  self: Self;
  refresh: () => Promise<void>;
  bring: () => Promise<void>;
}

/** The page goes: what follows is told by the next one. */
function start(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}

/** A PIN and a brightness this screen does not have yet. */
export const actsOf = ({ player, self, refresh, bring }: Ports): Acts => ({
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
  set_volume: ({ volume }) => Promise.resolve(player.setVolume(volume)),
  async clear_cache() {
    await player.library.sweep(new Set());
    await bring();
  },
  async unpair() {
    await self.forget();
    return start();
  },
  report_logs: () => diagnosticsOf(player),
});
