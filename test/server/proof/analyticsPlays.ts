/** Rows of plays as they lie in the table, made by the hundred for tests of figures. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { PictureGrade, PlayState, PlayZone, RESULTS } from '../../../shared/contract/proof/play.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { TestServer } from '../../support/server/server.ts';

export interface PlayRow {
  device_id: string;
  creative_id: string;
  campaign_id: string | null;
  zone: PlayZone;
  result: (typeof RESULTS)[number];
  state: PlayState;
  /** ms since 1970 */
  started: number;
  received: number;
  duration_ms: number;
  fix: { lat: number; lng: number } | null;
  /** Of the file it names. */
  sha256?: string;
  picture?: PictureGrade;
  /** A day where it is left out. */
  uncertainty_ms?: number;
}

let seq = 0;
export async function insertPlayRows(
  { db }: Pick<TestServer, 'db'>,
  tenant_id: string,
  rows: readonly PlayRow[],
): Promise<void> {
  const epoch = uuid7(Date.now());
  const values = rows.map(({ started, received, zone, fix, sha256, ...row }) => ({
    ...row,
    ...{ play_id: uuid7(started), seq: ++seq, started_at: instant(started), received_at: instant(received) },
    record: {
      zone,
      clock: { quality: 'A' },
      creative_sha256: sha256,
      ...(fix && { geo: { fence_version: '0123456789ab', fix } }),
    },
  }));
  await db.execute(sql`
    insert into plays (play_id, tenant_id, device_id, epoch, seq, creative_id, campaign_id, result, state, started_at,
      received_at, duration_ms, expected_ms, completion, visible_share, record_hash, record, batch_id,
      picture, uncertainty_ms)
    select x.play_id, ${tenant_id}, x.device_id, ${epoch}, x.seq, x.creative_id, x.campaign_id, x.result, x.state,
      x.started_at, x.received_at, x.duration_ms, x.duration_ms, 1, 1, '', x.record, ${epoch},
      x.picture, coalesce(x.uncertainty_ms, 86400000)
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as x(play_id uuid, device_id uuid, seq bigint,
      creative_id uuid, campaign_id uuid, result text, state text, started_at timestamptz, received_at timestamptz,
      duration_ms int, record jsonb, picture text, uncertainty_ms int)`);
}
