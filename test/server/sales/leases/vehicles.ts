/** Simulated screens of the demo on a moved clock: what they decide is played in no time. */
import { pullLeases } from '../../../../shared/contract/playout/lease.ts';
import { heartbeat } from '../../../../shared/contract/playout/manifest.ts';
import { MAX_BATCH, sendPlays, type PlayRecord } from '../../../../shared/contract/proof/play.ts';
import { createVehicleClient, type Identity } from '../../../../server/demo/vehicles/client.ts';
import { pollContent } from '../../../../server/demo/vehicles/content.ts';
import { createDecisions } from '../../../../server/demo/vehicles/decisions.ts';
import { createRecords } from '../../../../server/demo/vehicles/records.ts';
import { reportOf } from '../../../../server/demo/vehicles/report.ts';
import type { VehiclePorts } from '../../../../server/demo/vehicles/vehicle.ts';

const BOOT_MS = 8 * 3_600_000;
const IDLE_MS = 10_000;

export function makeVehicle(
  identity: Identity,
  ports: Pick<VehiclePorts, 'send' | 'origin' | 'clock' | 'app_version'>,
) {
  const { clock, app_version } = ports;
  const client = createVehicleClient(identity, ports);
  const decisions = createDecisions({ now: () => clock.now() });
  let at = clock.now();
  let bootAt = at;
  const records = createRecords(identity, app_version, at);
  let waiting: PlayRecord[] = [];
  const verdicts = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const playsByCampaign = new Map<string, number>();

  async function playNext() {
    const show = decisions.next({ at, place: null });
    if (!show) return void (at += IDLE_MS);
    if (at - bootAt > BOOT_MS) records.boot((bootAt = at));
    const { line, duration_ms } = show.item;
    waiting.push(await records.add({ ...show, start: at, shown_ms: duration_ms, isOnline: true }));
    if (line) count(playsByCampaign, line.campaign_id);
    at += duration_ms;
  }
  async function handIn() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      const answer = await client.call(sendPlays, { body: records.batch(batch) });
      for (const { verdict, reason } of answer.verdicts)
        count(verdicts, reason ? `${verdict} ${reason}` : verdict);
      waiting = waiting.slice(batch.length);
    }
  }
  const hasToAsk = () => decisions.hasToAsk(clock.now());

  return {
    /** By result of the server, and by campaign. */
    verdicts,
    playsByCampaign,
    client,
    /** Nothing of its loop is shown until then. */
    pauseUntil: (to: number) => void (at = Math.max(at, to)),
    waiting: () => waiting.length,
    async playUntil(to: number) {
      while (at < to) await playNext();
    },
    /** It is short of plays, or has something to give back. */
    hasToAsk,
    async synchronize() {
      await handIn();
      if (hasToAsk()) await decisions.askForLeases(clock.now(), body => client.call(pullLeases, { body }));
    },
    /** Its answer says whether there is something new to play. */
    async beat() {
      const version = () => decisions.content()?.version ?? 0;
      const ledger = { epoch: records.epoch, seq: records.seq, waiting: waiting.length, parked: 0 };
      const body = reportOf({ app_version, content: decisions.content(), playing: null, ledger });
      const { manifest_version } = await client.call(heartbeat, { body });
      const next = manifest_version > version() ? await pollContent(client, version()) : null;
      if (next) decisions.take(next);
    },
  };
}
export type Vehicle = ReturnType<typeof makeVehicle>;
