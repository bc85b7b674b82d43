/** The secret that wraps the server's keys: 32 bytes from the environment or the data directory. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../context/config.ts';
import { makeDataFolder } from '../../context/dataFolder.ts';

const SECRET_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Secret {
  wrap(plain: Buffer): string;
  /** Throws where another secret wrapped it. */
  unwrap(wrapped: string): Buffer;
  /** Derives a separate key for each purpose (HKDF). */
  derive(purpose: string): Buffer;
}

export function openSecret(config: Pick<Config, 'secret' | 'dataDir'>): Secret {
  const root = config.secret === null ? fromFile(config.dataDir) : Buffer.from(config.secret, 'hex');
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), `wayside ${purpose}`, SECRET_BYTES));
  const wrapKey = derive('key wrap');
  return {
    derive,
    wrap(plain) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', wrapKey, iv);
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },
    unwrap(wrapped) {
      const all = Buffer.from(wrapped, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', wrapKey, all.subarray(0, IV_BYTES));
      decipher.setAuthTag(all.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(all.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}

function fromFile(dataDir: string): Buffer {
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) {
    makeDataFolder(dataDir);
    writeFileSync(file, randomBytes(SECRET_BYTES), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file);
}
