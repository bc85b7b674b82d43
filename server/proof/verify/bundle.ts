/** Proofs of all plays of a filter as JSON lines: a head that names them, the documents they share, then play by play. */
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { Query } from '../../../shared/contract/wire/endpoint.ts';
import { MAX_BUNDLE, type BundleLine, type exportProofs } from '../../../shared/contract/proof/proof.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { runsOf } from '../../../shared/proof/ledgers.ts';
import { plays } from '../../db/schema.ts';
import type { TransactionOpener } from '../../http/route.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { playScope, resultFilter } from '../filter.ts';
import { judgementOf, openTree } from './leaves.ts';
import {
  certificatesOf,
  checkpointsOf,
  distinct,
  leavesOf,
  rootsById,
  serverKeysOf,
  signed,
} from './evidence.ts';

const PAGE = 500;

interface Named {
  device_id: string;
  epoch: string;
  seq: number;
  batch_id: string;
  key_id: string;
  root_id: string;
}
export interface Bundle {
  named: readonly Named[];
  lines: readonly BundleLine[];
  roots: ReadonlyMap<string, string>;
}

/** Everything but the plays, read at once: what comes in later is not in it. */
export async function openBundle(
  ctx: TransactionContext,
  query: Query<typeof exportProofs>,
): Promise<Bundle> {
  const { server, tx, tenant_id, now } = ctx;
  const where = and(playScope(tenant_id, query), resultFilter(query.result));
  const { device_id, epoch, seq, batch_id, root_id } = plays;
  const rows = await tx
    .select({ device_id, epoch, seq, batch_id, root_id, key_id: sql<string>`${plays.record} ->> 'key_id'` })
    .from(plays)
    .where(and(where, isNotNull(root_id)))
    .orderBy(asc(device_id), asc(epoch), asc(seq))
    .limit(MAX_BUNDLE + 1);
  if (rows.length > MAX_BUNDLE)
    throw new AppError('VALIDATION', `A file holds at most ${MAX_BUNDLE} plays.`, {
      from: [`At most ${MAX_BUNDLE} plays: take a shorter time or one screen`],
    });
  const waiting = await tx.$count(plays, and(where, isNull(root_id)));
  const named = rows as Named[];
  const roots = await rootsById(ctx, [...new Set(named.map(one => one.root_id))]);
  const checkpoints = distinct(
    await checkpointsOf(ctx, new Map(named.map(one => [one.batch_id, one.key_id]))),
  );
  const devices = await certificatesOf(ctx, [...new Set(named.map(one => one.device_id))]);
  const head = { kind: 'bundle' as const, tenant_id, made_at: instant(now), ledgers: ledgersOf(named) };
  return {
    named,
    roots: new Map([...roots].map(([id, document]) => [id, document.root])),
    lines: [
      signed(server, { ...head, checkpoints: checkpoints.length, waiting }),
      ...serverKeysOf(server, roots.values()).map(jwk => ({ kind: 'server_key' as const, jwk })),
      ...devices.map(certificate => ({ kind: 'device' as const, certificate })),
      ...[...roots.values()].map(root => ({ kind: 'root' as const, root })),
      ...checkpoints.map(checkpoint => ({ kind: 'checkpoint' as const, checkpoint })),
    ],
  };
}

function ledgersOf(named: readonly Named[]) {
  const ledgers = new Map<string, { device_id: string; epoch: string; seqs: number[] }>();
  for (const { device_id, epoch, seq } of named) {
    const key = `${device_id} ${epoch}`;
    const ledger = ledgers.get(key) ?? { device_id, epoch, seqs: [] };
    ledger.seqs.push(seq);
    ledgers.set(key, ledger);
  }
  return [...ledgers.values()].map(({ seqs, ...ledger }) => ({ ...ledger, ranges: runsOf(seqs) }));
}

const lineOf = (line: BundleLine) => `${JSON.stringify(line)}\n`;

export async function* bundleLines(
  inTenant: TransactionOpener['inTenant'],
  { named, lines, roots }: Bundle,
): AsyncGenerator<string> {
  yield lines.map(lineOf).join('');
  const trees = new Map<string, ReturnType<typeof openTree>>();
  for (let at = 0; at < named.length; at += PAGE) {
    const page = named.slice(at, at + PAGE);
    const rows = await inTenant(async ctx => {
      for (const { root_id } of page)
        if (!trees.has(root_id)) trees.set(root_id, openTree(await leavesOf(ctx, root_id)));
      return recordsOf(ctx, page);
    });
    yield rows.map(row => lineOf(playLine(row, trees, roots))).join('');
  }
}

function recordsOf({ tx, tenant_id }: TransactionContext, page: readonly Named[]) {
  const keys = page.map(({ device_id, epoch, seq }) => ({ device_id, epoch, seq }));
  return tx
    .select()
    .from(plays)
    .where(
      and(
        eq(plays.tenant_id, tenant_id),
        sql`(${plays.device_id}, ${plays.epoch}, ${plays.seq}) in (
          select k.device_id, k.epoch, k.seq
          from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(device_id uuid, epoch uuid, seq bigint))`,
      ),
    )
    .orderBy(asc(plays.device_id), asc(plays.epoch), asc(plays.seq));
}
type StoredPlay = Awaited<ReturnType<typeof recordsOf>>[number];

/** A play that is not as its root has it goes out as it is: whoever checks finds it. */
function playLine(
  row: StoredPlay,
  trees: ReadonlyMap<string, ReturnType<typeof openTree>>,
  roots: ReadonlyMap<string, string>,
): BundleLine {
  const root_id = row.root_id ?? '';
  const place = trees.get(root_id)?.placeOf(row) ?? { index: 0, siblings: [] };
  const { record } = row;
  return { kind: 'play', record, judged: judgementOf(row), ...place, root: roots.get(root_id) ?? '' };
}
