/** Compares what screens showed in the middle of their plays with the files that were checked; beside the ingest. */
import { sql } from 'drizzle-orm';
import type { PictureGrade, PlayRecord } from '../../../shared/contract/proof/play.ts';
import { bytesOf, pictureGradeOf } from '../../../shared/proof/light.ts';
import type { Server } from '../../context/server.ts';
import { rowsOf } from '../../db/rows.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';

const PAUSE_MS = 60_000;
/** Plays of one transaction. */
const STEP_PLAYS = 1_000;

interface DuePlay {
  device_id: string;
  epoch: string;
  seq: number;
  sha256: string;
  picture: NonNullable<PlayRecord['picture']>;
}

/** By the hash of the file; one that was never looked at is missing. */
async function lightOf({ tx, tenant_id }: TransactionContext, sha256s: readonly string[]) {
  const rows = rowsOf<{ sha256: string; light: string }>(
    await tx.execute(sql`
      select m.sha256, l.light from asset_light l join media_assets m on m.id = l.asset_id
      where m.tenant_id = ${tenant_id} and m.sha256 = any(${sql.param([...new Set(sha256s)])}::text[])`),
  );
  return new Map(rows.map(({ sha256, light }) => [sha256, bytesOf(light)]));
}

/** Whether there may be more. */
async function compareOnce(ctx: TransactionContext): Promise<boolean> {
  const { tx, tenant_id } = ctx;
  const due = rowsOf<DuePlay>(
    await tx.execute(sql`
      select device_id, epoch, seq::float8 as seq, record ->> 'creative_sha256' as sha256, record -> 'picture' as picture
      from plays where tenant_id = ${tenant_id} and picture = 'due'
      order by received_at limit ${STEP_PLAYS} for update skip locked`),
  );
  if (due.length === 0) return false;
  const light = await lightOf(
    ctx,
    due.map(({ sha256 }) => sha256),
  );
  const graded = due.map(({ device_id, epoch, seq, sha256, picture }) => {
    const file = light.get(sha256);
    const grade: PictureGrade | null = file ? pictureGradeOf(picture, file) : null;
    return { device_id, epoch, seq, grade };
  });
  await tx.execute(sql`
    update plays p set picture = x.grade
    from jsonb_to_recordset(${JSON.stringify(graded)}::jsonb) as x(device_id uuid, epoch uuid, seq bigint, grade text)
    where p.tenant_id = ${tenant_id} and p.device_id = x.device_id and p.epoch = x.epoch and p.seq = x.seq`);
  return due.length === STEP_PLAYS;
}

type OnFault = (error: unknown) => void;
/** Of all tenants; what fails in one holds up no other. */
export async function comparePictures(server: Server, onFault: OnFault): Promise<void> {
  const due = await server.tenantTransactions.acrossTenants(async tx =>
    rowsOf<{ tenant_id: string }>(
      await tx.execute(sql`select distinct tenant_id from plays where picture = 'due'`),
    ),
  );
  for (const { tenant_id } of due)
    try {
      while (await inTenant(server, { tenant_id, user_id: null }, compareOnce));
    } catch (error) {
      onFault(error);
    }
}

/** Returns what ends it. */
export const startComparing = (server: Server, onFault: OnFault): (() => void) =>
  server.periodic.start('play_pictures', PAUSE_MS, report => comparePictures(server, report), onFault);
