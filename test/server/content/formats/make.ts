/** Makes files of every kind with ffmpeg and sharp: a second long, the size of a stamp. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg } from '../../../tools/machine.ts';

function made(extension: string, make: (file: string) => void): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'wayside-formats-'));
  const file = join(folder, `made.${extension}`);
  try {
    make(file);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Source {
  size?: string;
  rate?: string;
  seconds?: number;
  isSilent?: boolean;
  /** A graph of ffmpeg's in the place of the test picture that moves. */
  picture?: string;
}
/** A test picture and a tone, encoded as `args` say. */
export function film(extension: string, args: string, source: Source = {}): Buffer {
  const { size = '128x72', rate = '25', seconds = 1, isSilent = false } = source;
  const { picture = `testsrc2=size=${size}:rate=${rate}:duration=${seconds}` } = source;
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
  const inputs = ['-f', 'lavfi', '-i', picture, ...(isSilent ? [] : tone)];
  return made(extension, file => run([...inputs, ...words(args), file]));
}
/** Without encoding it anew. */
export const remuxed = (from: Buffer, extension: string, args: string): Buffer =>
  made(extension, file => run(['-i', 'pipe:0', ...words(args), '-c', 'copy', file], from));

const words = (args: string) => args.split(' ').filter(Boolean);
const run = (args: readonly string[], input: Buffer = Buffer.alloc(0)) =>
  execFileSync(ffmpeg(), ['-v', 'error', '-y', ...args], { input, stdio: ['pipe', 'ignore', 'inherit'] });

/** Its first part. */
export const cut = (bytes: Buffer, share = 0.6) => bytes.subarray(0, Math.floor(bytes.length * share));
/** Other bytes in its middle. */
export function damaged(bytes: Buffer, from = 0.4, to = 0.6): Buffer {
  const other = Buffer.from(bytes);
  for (let at = Math.floor(from * other.length); at < to * other.length; at++)
    other[at] = (at * 167 + 13) & 0xff;
  return other;
}
export function withText(bytes: Buffer, at: number, text: string): Buffer {
  const other = Buffer.from(bytes);
  other.write(text, at, 'latin1');
  return other;
}
export function withUInt32(bytes: Buffer, at: number, value: number, order: 'BE' | 'LE' = 'BE'): Buffer {
  const other = Buffer.from(bytes);
  if (order === 'BE') other.writeUInt32BE(value, at);
  else other.writeUInt32LE(value, at);
  return other;
}
