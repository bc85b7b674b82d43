/** The documents of a screen and the books of its leases, for the simulator of the console. */
import type { FastifyInstance } from 'fastify';
import { and, eq } from 'drizzle-orm';
import type { FlightsDocument } from '../../shared/contract/playout/flights.ts';
import type { DocumentKind } from '../../shared/contract/playout/manifest.ts';
import { deviceDocuments } from '../../shared/contract/playout/simulation.ts';
import { requireFound } from '../db/rows.ts';
import { devices } from '../db/schema.ts';
import { mount } from '../http/route.ts';
import { planOf } from '../playout/heads.ts';
import { screenLeases } from './leases/books.ts';

export function simulationRoutes(app: FastifyInstance): void {
  mount(app, deviceDocuments, async ({ ctx, params }) => {
    const [found] = await ctx.tx
      .select({ id: devices.id })
      .from(devices)
      .where(and(eq(devices.tenant_id, ctx.tenant_id), eq(devices.id, params.id)));
    const { id } = requireFound(found, 'device');
    const plan = await planOf(ctx.tx, ctx.tenant_id, id);
    const all = (kind: DocumentKind) => (plan?.named(kind) ?? []).map(text => JSON.parse(text) as object);
    const one = (kind: DocumentKind) => (all(kind)[0] as Record<string, unknown> | undefined) ?? null;
    const flights = one('flights');
    const lines = (flights as FlightsDocument | null)?.lines ?? [];
    return {
      ...{ playlist: one('playlist'), config: one('config'), flights, schedule: one('schedule') },
      scheduled: all('scheduled') as Record<string, unknown>[],
      leases: await screenLeases(
        ctx,
        id,
        lines.filter(({ leased }) => leased),
      ),
    };
  });
}
