/** What a screen can tell of itself when somebody asks why: its state and its last faults, without secrets. */
import { MAX_RESULT } from '../../shared/contract/fleet/command.ts';
import { scrub } from '../../shared/web/scrub.ts';
import { faults, type Player } from './player.ts';
import { panel } from '../library/files.ts';
import { machineOf } from '../link/report.ts';
import { APP_VERSION } from './version.ts';

type Told = Pick<Player, 'status' | 'content' | 'time'>;

export async function diagnosticsOf({ status, content, time }: Told): Promise<string> {
  const { link, library, plays, skipped } = status.get();
  const facts = {
    version: APP_VERSION,
    manifest: content.active()?.plan.version ?? 0,
    clock: time.fact(),
    link,
    library,
    plays,
    machine: await machineOf(navigator.storage, panel()),
    agent: navigator.userAgent,
    faults: [...faults].reverse(),
    skipped: [...skipped].reverse().map(({ reason, at }) => ({ reason, at })),
  };
  return scrub(JSON.stringify(facts, null, 1)).slice(0, MAX_RESULT);
}
