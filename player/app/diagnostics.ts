/** What a screen can tell of itself when somebody asks why: its state and its last faults, without secrets. */
import { MAX_RESULT } from '../../shared/contract/fleet/command.ts';
import { scrub } from '../../shared/web/scrub.ts';
import { recentFaults } from './faults.ts';
import type { Player } from './player.ts';
import { panelSize } from '../library/files.ts';
import { readMachine } from '../link/report.ts';
import { APP_VERSION } from './version.ts';

type DiagnosticsSource = Pick<Player, 'status' | 'content' | 'time'>;

export async function diagnosticsOf({ status, content, time }: DiagnosticsSource): Promise<string> {
  const { link, library, plays, skipped } = status.get();
  const report = {
    version: APP_VERSION,
    manifest: content.active()?.plan.version ?? 0,
    clock: time.reading(),
    link,
    library,
    plays,
    machine: await readMachine(navigator, panelSize()),
    agent: navigator.userAgent,
    faults: [...recentFaults].reverse(),
    skipped: [...skipped].reverse().map(({ reason, at }) => ({ reason, at })),
  };
  return scrub(JSON.stringify(report, null, 1)).slice(0, MAX_RESULT);
}
