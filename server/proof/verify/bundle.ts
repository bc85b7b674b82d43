/** Proofs of all plays of a filter as JSON lines: a head that names them, the documents they share, then play by play. */
import { and, asc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { Query } from '../../../shared/contract/wire/endpoint.ts';
import { ACCOUNT_STATES, type PlayState } from '../../../shared/contract/proof/play.ts';
import {
  MAX_BUNDLE,
  type BundleLine,
  type exportProofs,
  type LedgerRanges,
} from '../../../shared/contract/proof/proof.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { runsOf } from '../../../shared/proof/ledgers.ts';
import { plays } from '../../db/schema.ts';
import type { TransactionOpener } from '../../http/route.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { accountOf } from '../account/account.ts';
import { standingBy, type JudgedPlay } from '../account/states.ts';
import { playsOf } from '../filter.ts';
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

interface Named extends JudgedPlay {
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
  const where = await playsOf(ctx, query);
  const { device_id, epoch, seq, root_id } = plays;
  const { record: _record, ...columns } = getTableColumns(plays);
  const rows = await tx
    .select({ ...columns, key_id: sql<string>`${plays.record} ->> 'key_id'` })
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
  const account = await accountOf(ctx, {
    campaign_ids: [...new Set(named.flatMap(one => one.campaign_id ?? []))],
  });
  const ledgers = ledgersOf(named, standingBy(account));
  const head = { kind: 'bundle' as const, tenant_id, made_at: instant(now), ledgers };
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

function ledgersOf(named: readonly Named[], standingOf: ReturnType<typeof standingBy>): LedgerRanges[] {
  const ledgers = new Map<string, Named[]>();
  for (const one of named) {
    const key = `${one.device_id} ${one.epoch}`;
    ledgers.set(key, ledgers.get(key) ?? []);
    ledgers.get(key)?.push(one);
  }
  return [...ledgers.values()].flatMap(of => {
    const [first] = of;
    if (!first) return [];
    const { device_id, epoch } = first;
    const states = of.map(one => standingOf(one).state);
    const seqsIn = (state: PlayState) => of.flatMap(({ seq }, n) => (states[n] === state ? [seq] : []));
    const account = ACCOUNT_STATES.map(state => [state, runsOf(seqsIn(state))] as const).filter(
      ([, runs]) => runs.length > 0,
    );
    return [
      {
        ...{ device_id, epoch, ranges: runsOf(of.map(({ seq }) => seq)) },
        ...(account.length > 0 && { account: Object.fromEntries(account) }),
      },
    ];
  });
}

interface Place {
  index: number;
  siblings: string[];
}
const keyOf = ({ device_id, epoch, seq }: Pick<Named, 'device_id' | 'epoch' | 'seq'>) =>
  `${device_id} ${epoch} ${seq}`;
const lineOf = (line: BundleLine) => `${JSON.stringify(line)}\n`;

/** The way of each named play up to its root. One tree at a time: those of a year would not fit into memory together. */
async function placesOf(
  inTenant: TransactionOpener['inTenant'],
  named: readonly Named[],
): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>();
  const byRoot = new Map<string, Named[]>();
  for (const one of named) {
    const of = byRoot.get(one.root_id);
    if (of) of.push(one);
    else byRoot.set(one.root_id, [one]);
  }
  for (const [root_id, of] of byRoot)
    await inTenant(async ctx => {
      const tree = openTree(await leavesOf(ctx, root_id));
      for (let at = 0; at < of.length; at += PAGE)
        for (const row of await recordsOf(ctx, of.slice(at, at + PAGE))) {
          const place = tree.placeOf(row);
          if (place) places.set(keyOf(row), place);
        }
    });
  return places;
}

export async function* bundleLines(
  inTenant: TransactionOpener['inTenant'],
  { named, lines, roots }: Bundle,
): AsyncGenerator<string> {
  yield lines.map(lineOf).join('');
  const places = await placesOf(inTenant, named);
  for (let at = 0; at < named.length; at += PAGE) {
    const page = named.slice(at, at + PAGE);
    const rows = await inTenant(ctx => recordsOf(ctx, page));
    yield rows.map(row => lineOf(playLine(row, places, roots))).join('');
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
  places: ReadonlyMap<string, Place>,
  roots: ReadonlyMap<string, string>,
): BundleLine {
  const place = places.get(keyOf(row)) ?? { index: 0, siblings: [] };
  const { record } = row;
  return {
    kind: 'play',
    record,
    judged: judgementOf(row),
    ...place,
    root: roots.get(row.root_id ?? '') ?? '',
  };
}
