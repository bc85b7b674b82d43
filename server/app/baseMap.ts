/**
 * The base map under places: an address an administrator set, else a file of the data folder, else none, and the
 * console draws the outline of the world it brings along.
 *
 * The file is open to anyone, as the fonts are: a map of the world says nothing of a tenant, and so every page reads
 * it without a token and every cache may keep it. Nobody gets it whole by one request: it is read piece by piece.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../context/config.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';

export const MAP_FILE = 'map.pmtiles';
const MAP_PATH = '/map.pmtiles';
const DAY_MS = 86_400_000;
const MAX_PIECE = 4 * 1_048_576;

/** What the console asks for; empty: the outline. */
export function baseMapAddress({ mapUrl, dataDir }: Pick<Config, 'mapUrl' | 'dataDir'>): string {
  if (mapUrl !== null) return mapUrl;
  return existsSync(join(dataDir, MAP_FILE)) ? MAP_PATH : '';
}

/** Whether a Range header names one piece of a size that a map asks for. */
export function isPiece(range: string | undefined): boolean {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(range ?? '') ?? [];
  if (from === undefined || to === undefined) return false;
  const length = Number(to) - Number(from) + 1;
  return length > 0 && length <= MAX_PIECE;
}

export function baseMapRoutes(app: FastifyInstance): void {
  const { dataDir } = app.wayside.config;
  app.get(MAP_PATH, { config: { access: { who: 'anyone' } } }, async (request, reply) => {
    if (!existsSync(join(dataDir, MAP_FILE)))
      throw new AppError('NOT_FOUND', `There is no ${MAP_FILE} in the data folder.`);
    if (!isPiece(request.headers.range))
      throw new AppError('VALIDATION', 'The map is read piece by piece.', {
        Range: [`One piece of at most ${MAX_PIECE} bytes, such as bytes=0-16383`],
      });
    return reply.sendFile(MAP_FILE, dataDir, {
      cacheControl: true,
      maxAge: DAY_MS,
      immutable: false,
      preCompressed: false,
    } as object);
  });
}
