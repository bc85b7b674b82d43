/** Pictures of the stage: one an hour of each screen, for a day. */
import type { FastifyInstance } from 'fastify';
import { and, desc, eq, gte, inArray, lt, lte } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  PICTURE_HOURS,
  sendPicture,
  stagePictures as readPictures,
} from '../../../shared/contract/fleet/live.ts';
import type { Db } from '../../db/database.ts';
import { stagePictures } from '../../db/schema.ts';
import { mount } from '../../http/route.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { readDevice } from '../devices/devices.ts';

const HOUR_MS = 3_600_000;
const oldest = (now: number) => dateOf(now - PICTURE_HOURS * HOUR_MS);

export function pictureRoutes(app: FastifyInstance): void {
  mount(app, sendPicture, ({ principal, inTenant, body }) =>
    inTenant(ctx => keepPicture(ctx, principal.device_id, body.picture)),
  );
}
export function pictureHistoryRoutes(app: FastifyInstance): void {
  mount(app, readPictures, ({ ctx, params }) => picturesOf(ctx, params.id));
}

/** The last of an hour counts. */
async function keepPicture(
  { tx, tenant_id, now }: TransactionContext,
  device_id: string,
  picture: string,
): Promise<void> {
  const taken_at = dateOf(now);
  const hour = dateOf(now - (now % HOUR_MS));
  await tx
    .insert(stagePictures)
    .values({ tenant_id, device_id, hour, taken_at, picture })
    .onConflictDoUpdate({
      target: [stagePictures.device_id, stagePictures.hour],
      set: { taken_at, picture },
    });
}

async function picturesOf(ctx: TransactionContext, device_id: string) {
  await readDevice(ctx, device_id);
  const rows = await ctx.tx
    .select({ taken_at: stagePictures.taken_at, picture: stagePictures.picture })
    .from(stagePictures)
    .where(
      and(
        eq(stagePictures.tenant_id, ctx.tenant_id),
        eq(stagePictures.device_id, device_id),
        gte(stagePictures.taken_at, oldest(ctx.now)),
      ),
    )
    .orderBy(desc(stagePictures.hour))
    .limit(PICTURE_HOURS);
  return { items: rows.map(row => ({ ...row, taken_at: row.taken_at.toISOString() })) };
}

export interface ReceivedPicture {
  device_id: string;
  /** ms; screens do not say when they took it. */
  received_ms: number;
  picture: string;
}
/** Of these screens, received within a time; both ends in ms. */
export async function picturesWithin(
  { tx, tenant_id, now }: TransactionContext,
  device_ids: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<ReceivedPicture[]> {
  const first = Math.max(from, oldest(now).getTime());
  if (first > to) return [];
  const { device_id, taken_at, picture } = stagePictures;
  const rows = await tx
    .select({ device_id, taken_at, picture })
    .from(stagePictures)
    .where(
      and(
        ...[eq(stagePictures.tenant_id, tenant_id), inArray(device_id, [...device_ids])],
        ...[gte(taken_at, dateOf(first)), lte(taken_at, dateOf(to))],
      ),
    );
  return rows.map(({ taken_at: at, ...row }) => ({ ...row, received_ms: at.getTime() }));
}

export async function sweepPictures(tx: Db, now: number): Promise<void> {
  await tx.delete(stagePictures).where(lt(stagePictures.taken_at, oldest(now)));
}
