/** `--play DIR`: publishes a folder as a loop and pairs screens of this machine automatically. */
import { lstatSync, readdirSync, readFileSync, existsSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { ConfigError } from '../context/config.ts';
import { draftItems, writeItems } from '../content/playlists/drafts.ts';
import { addPlaylist } from '../content/playlists/playlists.ts';
import { publish } from '../content/playlists/publish.ts';
import { ingestFile } from '../content/media/ingest.ts';
import { playlists } from '../db/schema.ts';
import { connectionFactsOf, reasonNotLocal } from '../http/loopback.ts';
import { defaultTenant } from '../identity/firstRun.ts';
import { claimPairing } from '../fleet/pairing/pairing.ts';
import type { Network } from '../fleet/link/network.ts';
import type { Server } from '../context/server.ts';
import { inTenant, type TransactionContext } from '../transaction/context.ts';

const LOOP_FILE = 'loop.txt';
const MEDIA = /^\.(jpe?g|png|webp|avif|gif|mp4|m4v|webm)$/i;
const REASON = 'played from a folder of this machine';
const byNaturalOrder = new Intl.Collator('en', { numeric: true }).compare;

export interface Loop {
  /** File names in playing order; a name may occur twice. */
  order: string[];
  skipped: string[];
}

/** The playable files of a folder in order. Symbolic links and sub-folders are skipped. */
export function loopOf(dir: string): Loop {
  const files = readdirSync(dir).filter(name => lstatSync(join(dir, name)).isFile());
  const others = readdirSync(dir).filter(name => !lstatSync(join(dir, name)).isFile());
  const media = files.filter(name => MEDIA.test(extname(name))).sort(byNaturalOrder);
  const skipped = [
    ...files.filter(name => !MEDIA.test(extname(name)) && name !== LOOP_FILE),
    ...others,
  ].sort();
  if (!existsSync(join(dir, LOOP_FILE))) return { order: media, skipped };
  const order = readFileSync(join(dir, LOOP_FILE), 'utf8')
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
  const missing = order.filter(name => !media.includes(name));
  if (missing.length > 0)
    throw new ConfigError(`${LOOP_FILE} names what is not in the folder: ${missing.join(', ')}.`);
  return { order, skipped: [...skipped, ...media.filter(name => !order.includes(name))].sort() };
}

export async function playFolder(
  server: Server,
  network: Network,
  { dir, seconds }: { dir: string; seconds: number },
): Promise<void> {
  const tenant_id = await defaultTenant(server.tenantTransactions);
  const { order, skipped } = loopOf(dir);
  const creatives = new Map<string, string>();
  for (const filename of new Set(order)) {
    try {
      const path = join(dir, filename);
      const upload = {
        path,
        filename,
        tenant_id,
        user_id: null,
        approval_reason: REASON,
        reuseCreative: true,
      };
      const taken = await ingestFile(server, upload);
      creatives.set(filename, taken.creative_id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skipped.push(`${filename} (${error.message})`);
    }
  }
  const playing = order.map(name => creatives.get(name)).filter(id => id !== undefined);
  if (playing.length === 0) throw new ConfigError(`--play: nothing in ${dir} can be played.`);
  if (skipped.length > 0) process.stdout.write(`Passed over: ${skipped.join(', ')}\n`);
  const items = playing.map(creative_id => ({ creative_id, duration_ms: seconds * 1000 }));
  const playlist_id = await inTenant(server, { tenant_id, user_id: null }, async ctx => {
    const id = await folderPlaylist(ctx, basename(dir));
    await replaceDraft(ctx, id, items);
    await publish(ctx, id);
    return id;
  });
  network.onPairing = (request, pairing_id) =>
    pairAutomatically(server, request, { pairing_id, playlist_id, tenant_id });
}

interface Timed {
  creative_id: string;
  duration_ms: number;
}
/** Replaces the draft where it differs; an unchanged folder changes nothing, so that no screen gets a new head. */
async function replaceDraft(
  ctx: TransactionContext,
  playlist_id: string,
  items: readonly Timed[],
): Promise<void> {
  const before = (await draftItems(ctx, playlist_id)).map(({ creative_id, duration_ms }) => ({
    creative_id,
    duration_ms,
  }));
  if (JSON.stringify(before) === JSON.stringify(items)) return;
  await writeItems(
    ctx,
    playlist_id,
    items.map(item => ({ ...item, transition: 'none', fit: null })),
  );
  await ctx.tx.update(playlists).set({ has_draft: true }).where(eq(playlists.id, playlist_id));
}

async function folderPlaylist(ctx: TransactionContext, name: string): Promise<string> {
  const [known] = await ctx.tx
    .select({ id: playlists.id })
    .from(playlists)
    .where(
      and(eq(playlists.tenant_id, ctx.tenant_id), eq(playlists.name, name), isNull(playlists.deleted_at)),
    );
  return known?.id ?? addPlaylist(ctx, { name });
}

interface AutomaticPairing {
  pairing_id: string;
  playlist_id: string;
  tenant_id: string;
}

/** Pairs a player of this machine automatically; every attempt is logged, a refusal with its reason. */
async function pairAutomatically(
  server: Server,
  request: FastifyRequest,
  { pairing_id, playlist_id, tenant_id }: AutomaticPairing,
): Promise<void> {
  const refusal = reasonNotLocal(connectionFactsOf(request));
  if (refusal !== null) {
    request.log.warn({ pairing_id, refusal }, 'a player asked to pair itself and was refused');
    return;
  }
  const claim = { pairing_id, name: 'Screen of this machine', playlist_id };
  const device_id = await inTenant(server, { tenant_id, user_id: null }, ctx => claimPairing(ctx, claim));
  request.log.info({ pairing_id, device_id }, 'a player of this machine was paired by itself');
}
