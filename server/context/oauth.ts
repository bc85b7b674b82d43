/** Sign-in with Google and Apple, from the environment; the settings come before it. */
import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { ConfigError } from './configError.ts';

/** null: as the settings say, else not set up. */
export interface OauthConfig {
  google_issuer: string;
  google_client_id: string | null;
  google_client_secret: string | null;
  apple_issuer: string;
  apple_client_id: string | null;
  apple_team_id: string | null;
  apple_key_id: string | null;
  /** PEM of PKCS #8. */
  apple_secret_key: string | null;
}
type Env = Record<string, string | undefined>;

const NAMES = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  apple: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_KEY_FILE'],
} as const;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function readOauth(env: Env): OauthConfig {
  for (const names of Object.values(NAMES)) requireAll(names, env);
  return {
    google_issuer: issuer('GOOGLE_ISSUER', env['GOOGLE_ISSUER'] ?? 'https://accounts.google.com'),
    google_client_id: env['GOOGLE_CLIENT_ID'] ?? null,
    google_client_secret: env['GOOGLE_CLIENT_SECRET'] ?? null,
    apple_issuer: issuer('APPLE_ISSUER', env['APPLE_ISSUER'] ?? 'https://appleid.apple.com'),
    apple_client_id: env['APPLE_CLIENT_ID'] ?? null,
    apple_team_id: env['APPLE_TEAM_ID'] ?? null,
    apple_key_id: env['APPLE_KEY_ID'] ?? null,
    apple_secret_key: env['APPLE_KEY_FILE'] === undefined ? null : keyFrom(env['APPLE_KEY_FILE']),
  };
}

function requireAll(names: readonly string[], env: Env): void {
  const missing = names.filter(name => env[name] === undefined);
  if (missing.length > 0 && missing.length < names.length)
    throw new ConfigError(`${names.join(', ')} belong together; ${missing.join(', ')} is not set.`);
}

/** In the clear only on this machine, where a provider is tried out. */
function issuer(label: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))))
    throw new ConfigError(`${label} must be an https address, not "${value}".`);
  return value;
}

function keyFrom(file: string): string {
  if (!existsSync(file)) throw new ConfigError(`APPLE_KEY_FILE: there is no file "${file}".`);
  const pem = readFileSync(file, 'utf8');
  if (!isSigningKey(pem))
    throw new ConfigError(`APPLE_KEY_FILE: "${file}" is not the .p8 file of a key from Apple.`);
  return pem;
}

/** Whether it is a private key on the curve P-256, as Apple gives them out. */
export function isSigningKey(pem: string): boolean {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
