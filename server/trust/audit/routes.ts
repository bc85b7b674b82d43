/** Routes of the audit log of the current tenant. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { instant } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/trust/audit.ts';
import type { Verdict } from '../../../shared/contract/trust/audit.ts';
import type { Db } from '../../db/database.ts';
import { mount } from '../../http/route.ts';
import type { Server } from '../../context/server.ts';
import { readAnchors } from './anchor.ts';
import { eventLines, listEvents } from './list.ts';
import { verifyChain } from './verify.ts';

const DATE_CHARS = 10;

export function auditRoutes(app: FastifyInstance, server: Server): void {
  const { clock, config, auditKey: key } = server;
  mount(app, contract.listAudit, ({ ctx, query }) => listEvents(ctx, query));
  mount(app, contract.exportAudit, ({ inTenant, principal, query, reply }) => {
    const day = instant(clock.now()).slice(0, DATE_CHARS);
    reply.header('content-disposition', `attachment; filename="audit-${day}.jsonl"`);
    const lines = eventLines(inTenant, principal.tenant_id, query);
    return reply
      .type('application/x-ndjson; charset=utf-8')
      .send(Readable.from(lines, { objectMode: false }));
  });
  const running = new Map<string, Promise<Verdict>>();
  async function verify(tenant_id: string): Promise<Verdict> {
    const anchors = (await readAnchors(config.dataDir)).filter(anchor => anchor.tenant_id === tenant_id);
    const read = <T>(fn: (tx: Db) => Promise<T>) => server.tenantTransactions.inTenant(tenant_id, fn);
    return verifyChain(read, { key, tenant_id, anchors });
  }
  function begin(tenant_id: string): Promise<Verdict> {
    const run = verify(tenant_id).finally(() => running.delete(tenant_id));
    running.set(tenant_id, run);
    return run;
  }
  mount(app, contract.verifyAudit, async ({ inTenant, principal: { tenant_id } }) => {
    /** One at a time for each tenant; who asks meanwhile gets the same verdict. */
    const verdict = await (running.get(tenant_id) ?? begin(tenant_id));
    await inTenant(() => Promise.resolve(verdict));
    return verdict;
  });
}
