/** Routes of proofs: for whoever may read plays, and for everybody who was handed one. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { and, asc, eq, gt } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { playIntegrity } from '../../../shared/contract/proof/integrity.ts';
import * as contract from '../../../shared/contract/proof/proof.ts';
import { checkLines } from '../../../shared/proof/check.ts';
import type { Server } from '../../context/server.ts';
import { playRoots } from '../../db/schema.ts';
import { mount } from '../../http/route.ts';
import { TYPES } from '../../resource/export.ts';
import { bundleLines, openBundle } from './bundle.ts';
import { integrityOf } from './integrity.ts';
import { serverKeysOf } from './evidence.ts';
import { proofOf } from './proof.ts';

const DATE_CHARS = 10;

export function proofRoutes(app: FastifyInstance, server: Server): void {
  mount(app, playIntegrity, ({ ctx, query }) => integrityOf(ctx, query));
  mount(app, contract.readProof, ({ ctx, params }) => proofOf(ctx, params.id));
  mount(app, contract.exportProofs, async ({ inTenant, query, reply }) => {
    const bundle = await inTenant(ctx => openBundle(ctx, query));
    const day = instant(server.clock.now()).slice(0, DATE_CHARS);
    reply.header('content-disposition', `attachment; filename="plays-${day}.proof.jsonl"`);
    return reply.type(TYPES.jsonl).send(Readable.from(bundleLines(inTenant, bundle), { objectMode: false }));
  });
  mount(app, contract.verifyPlays, ({ body }) =>
    checkLines(
      body.lines,
      server.keys.signers.map(({ key_id }) => key_id),
    ),
  );
  mount(app, contract.listRoots, async ({ query }) => {
    const items = await server.tenantTransactions.inTenant(query.tenant_id, tx =>
      tx
        .select({ document: playRoots.document })
        .from(playRoots)
        .where(and(eq(playRoots.tenant_id, query.tenant_id), gt(playRoots.position, query.after)))
        .orderBy(asc(playRoots.position))
        .limit(query.limit),
    );
    const roots = items.map(({ document }) => document);
    return { items: roots, server_keys: serverKeysOf(server, roots) };
  });
}
