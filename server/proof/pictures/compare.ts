/** Compares what screens showed in the middle of their plays with the files that were checked; beside the ingest. */
import { sql } from 'drizzle-orm';
import type { PictureGrade, PlayRecord } from '../../../shared/contract/proof/play.ts';
import { pictureGradeOf } from '../../../shared/proof/light.ts';
import type { Server } from '../../context/server.ts';
import { rowsOf } from '../../db/rows.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';

const PAUSE_MS = 60_000;
/** Plays of one transaction, and how often it goes round the tenants: nobody's backlog holds up the others, nor requests. */
const STEP_PLAYS = 250;
const ROUNDS = 40;

interface DuePlay {
  device_id: string;
  epoch: string;
  seq: number;
  sha256: string;
  picture: NonNullable<PlayRecord['picture']>;
}

/** Of files by tenant and hash, for one run; null where there is nothing to compare with. */
type Lights = Map<string, Uint8Array | null>;

async function readLights({ tx, tenant_id }: TransactionContext, lights: Lights, all: readonly string[]) {
  const sha256s = [...new Set(all)].filter(sha256 => !lights.has(`${tenant_id} ${sha256}`));
  if (sha256s.length === 0) return;
  const rows = rowsOf<{ sha256: string; light: string }>(
    await tx.execute(sql`
      select m.sha256, l.light from asset_light l join media_assets m on m.id = l.asset_id
      where m.tenant_id = ${tenant_id} and m.sha256 = any(${sql.param(sha256s)}::text[])`),
  );
  for (const sha256 of sha256s) lights.set(`${tenant_id} ${sha256}`, null);
  for (const { sha256, light } of rows)
    if (light !== '') lights.set(`${tenant_id} ${sha256}`, Buffer.from(light, 'hex'));
}

/** Whether there may be more. */
async function compareOnce(ctx: TransactionContext, lights: Lights): Promise<boolean> {
  const { tx, tenant_id } = ctx;
  const due = rowsOf<DuePlay>(
    await tx.execute(sql`
      select device_id, epoch, seq::float8 as seq, record ->> 'creative_sha256' as sha256, record -> 'picture' as picture
      from plays where tenant_id = ${tenant_id} and picture = 'due'
      order by received_at limit ${STEP_PLAYS} for update skip locked`),
  );
  if (due.length === 0) return false;
  await readLights(
    ctx,
    lights,
    due.map(({ sha256 }) => sha256),
  );
  const graded = due.map(({ device_id, epoch, seq, sha256, picture }) => {
    const file = lights.get(`${tenant_id} ${sha256}`);
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
  const lights: Lights = new Map();
  let waiting = due.map(({ tenant_id }) => tenant_id);
  for (let round = 0; round < ROUNDS && waiting.length > 0; round++) {
    const more: string[] = [];
    for (const tenant_id of waiting)
      try {
        const compare = (ctx: TransactionContext) => compareOnce(ctx, lights);
        if (await inTenant(server, { tenant_id, user_id: null }, compare)) more.push(tenant_id);
      } catch (error) {
        onFault(error);
      }
    waiting = more;
  }
}

/** Returns what ends it. */
export const startComparing = (server: Server, onFault: OnFault): (() => void) =>
  server.periodic.start('play_pictures', PAUSE_MS, report => comparePictures(server, report), onFault);
