/** What the heartbeat says. */
import { instant } from '../shared/clock.ts';
import type { Reported } from '../shared/contract/device.ts';
import { itemsOf } from './content.ts';
import { resolution } from './pairing.ts';
import type { Player } from './player.ts';
import { APP_VERSION } from './version.ts';

async function storage(): Promise<Reported['storage']> {
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ]);
  return { used: usage, quota, persisted };
}

export async function reportOf(
  { content, status, time, clock }: Player,
  { run, ledger }: NonNullable<ReturnType<Player['running']>>,
  ready: ReadonlySet<string>,
): Promise<Reported> {
  const items = itemsOf(content.active());
  const { offset_ms, quality } = time.fact();
  const shown = run.onScreen();
  return {
    app_version: APP_VERSION,
    resolution: resolution(),
    storage: await storage(),
    now_playing: shown && {
      creative_id: shown.item.creative_id,
      name: shown.item.name,
      since: instant(Math.round(time.now() + shown.since - clock.mono())),
    },
    manifest_version: content.active()?.plan.version ?? 0,
    readiness: {
      ready: items.filter(item => ready.has(item.asset.sha256)).length,
      total: items.length,
      given_up: status.get().library.givenUp,
    },
    clock: { offset_ms, quality },
    ledger: await ledger.counts(),
    skipped: [...status.get().skipped],
  };
}
