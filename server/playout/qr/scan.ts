/** A code on a screen was scanned: it leads on, and is counted without a trace of who it was. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { scanOf, type Scan } from '../../../shared/playout/codes.ts';
import type { Server } from '../../context/server.ts';
import { notFound } from '../../db/rows.ts';
import { creatives, devices, qrRules, qrScans } from '../../db/schema.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { targetOf } from './target.ts';

const HOUR_MS = 3_600_000;

/** `isCounted`: somebody came, not a program that looks what the address is. */
export async function leadOn(server: Server, code: string, isCounted: boolean): Promise<string> {
  const scan = scanOf(code);
  const tenant_id = scan && (await tenantOf(server, scan));
  if (!scan || !tenant_id) throw notFound('code');
  return inTenant(server, { tenant_id, user_id: null }, async ctx => {
    const [creative] = await ctx.tx
      .select({ own: creatives.qr_target })
      .from(creatives)
      .where(
        and(
          eq(creatives.tenant_id, tenant_id),
          eq(creatives.id, scan.creative_id),
          isNull(creatives.deleted_at),
        ),
      );
    /** Also one that was paused or deleted since: what was on screen may still be in a photograph. */
    const [rule] = await ctx.tx
      .select()
      .from(qrRules)
      .where(and(eq(qrRules.tenant_id, tenant_id), eq(qrRules.number, scan.number)));
    if (!creative?.own || !rule) throw notFound('code');
    if (isCounted) await count(ctx, scan, rule.id);
    return targetOf(rule, { code, creative_id: scan.creative_id, own: creative.own });
  });
}

async function tenantOf({ tenantTransactions }: Server, { device_id }: Scan): Promise<string | null> {
  const [row] = await tenantTransactions.lookUp('device', tx =>
    tx.select({ tenant_id: devices.tenant_id }).from(devices).where(eq(devices.id, device_id)),
  );
  return row?.tenant_id ?? null;
}

const count = ({ tx, tenant_id, now }: TransactionContext, scan: Scan, rule_id: string) =>
  tx
    .insert(qrScans)
    .values({
      ...{ tenant_id, rule_id, creative_id: scan.creative_id, device_id: scan.device_id },
      ...{ hour: dateOf(Math.floor(now / HOUR_MS) * HOUR_MS), count: 1 },
    })
    .onConflictDoUpdate({
      target: [qrScans.creative_id, qrScans.device_id, qrScans.rule_id, qrScans.hour],
      set: { count: sql`${qrScans.count} + 1` },
    });
