/** Signed addresses of media for the console: whoever was given one may read the bytes, for at most 10 minutes. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { address } from '../../shared/contract/endpoint.ts';
import { mediaBytes } from '../../shared/contract/media.ts';
import type { Server } from '../server.ts';

const SECOND_MS = 1_000;
/** Ends stand on a grid of half their life, so that a list read twice names the same address and is cached. */
const GRID_S = 300;
const LIFE_S = 600;

type Keeper = Pick<Server, 'keys' | 'clock'>;

const sign = ({ keys }: Keeper, sha256: string, exp: number) =>
  createHmac('sha256', keys.secret.derive('media links')).update(`${sha256}\n${exp}`).digest();

export function mediaLink(server: Keeper, sha256: string): string {
  const now = Math.floor(server.clock.now() / SECOND_MS);
  const exp = Math.floor(now / GRID_S) * GRID_S + LIFE_S;
  const sig = sign(server, sha256, exp).toString('base64url');
  return address(mediaBytes.path, { sha256 }, { exp, sig });
}

interface Asked {
  sha256: string;
  exp?: string | undefined;
  sig?: string | undefined;
}
export function isLink(server: Keeper, asked: Asked): boolean {
  const exp = Number(asked.exp);
  if (!/^\d{1,12}$/.test(asked.exp ?? '') || exp * SECOND_MS < server.clock.now()) return false;
  const given = Buffer.from(asked.sig ?? '', 'base64url');
  const right = sign(server, asked.sha256, exp);
  return given.length === right.length && timingSafeEqual(given, right);
}
