/** Command-line flags and environment variables, checked once at start. Each error names the variable and the accepted form. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from './configError.ts';
import { readOauth, type OauthConfig } from './oauth.ts';
import { readS3, type S3Config } from './s3.ts';
import { readSmtp, type SmtpServer } from './smtp.ts';

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  /** A standby of it, on which reports are read; null: they are read where all else is. */
  reportsDatabaseUrl: string | null;
  /** Where media, reports and uploads lie; null: in the data directory. */
  s3: S3Config | null;
  tls: { cert: Buffer; key: Buffer } | null;
  /** Public origin of the server; null: taken from the request. */
  publicUrl: string | null;
  trustProxy: boolean | number;
  /** `static`: the demo's users, screens and media, without a past and without vehicles that drive. */
  demo: 'on' | 'static' | 'off';
  /** A mock partner for programmatic advertising, at /mock-dsp. */
  mockDsp: boolean;
  /** A folder to play as a loop, and the seconds of each item. */
  play: { dir: string; seconds: number } | null;
  adminPasswordFile: string | null;
  /** Whether owner and admin may act in any tenant (specification) or only in their own tree. */
  tenantAccess: 'spec' | 'strict';
  /** 32 bytes in hex that wrap the server's keys; null: a file of the data directory. */
  secret: string | null;
  /** Recipient of the console's Report Error. */
  supportEmail: string;
  /** The mail server where the settings name none; null: e-mails are files of the data directory. */
  smtp: SmtpServer | null;
  /** Sender of e-mails. */
  mailFrom: string;
  /** Sign-in with Google and Apple where the settings name no account there. */
  oauth: OauthConfig;
  /** URL with `{lat}` and `{lon}` that returns the country of a position; null: the console does not ask for a position. */
  geocoderUrl: string | null;
  /** Base map of another's server: tiles, a style or a .pmtiles file; null: our own file, else an outline. */
  mapUrl: string | null;
  /** Whom the base map names as its source, in plain words. */
  mapAttribution: string;
  /** The ffmpeg program that makes renditions of videos; without it there are none. */
  ffmpeg: string;
  /** Percent of the screens that may take a build which is new to this server. */
  rolloutPercent: number;
  logLevel: string;
  /** Where spans go by OTLP over HTTP, ends in /v1/traces; null: nowhere. */
  tracesUrl: string | null;
}

export { ConfigError };
/** sysexits.h EX_CONFIG */
export const EXIT_CONFIG = 78;

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  demo: { type: 'string' },
  play: { type: 'string' },
  seconds: { type: 'string' },
} as const;

type Env = Record<string, string | undefined>;

export function readConfig(argv: string[], env: Env): Config {
  const flags = parseFlags(argv);
  const mailFrom = mailAddress('SMTP_FROM', env['SMTP_FROM'] ?? 'wayside@example.invalid');
  const tls = readTls(flags['tls-cert'], flags['tls-key']);
  return {
    port: wholeNumber('--port / PORT', flags.port ?? env['PORT'] ?? '8080', 0, 65_535),
    host: flags.host ?? env['HOST'] ?? 'localhost',
    dataDir: resolve(flags.data ?? env['DATA_DIR'] ?? './data'),
    databaseUrl: readDatabaseUrl('DATABASE_URL', env),
    reportsDatabaseUrl: reportsDatabaseUrl(env),
    s3: readS3(env),
    tls,
    publicUrl: env['PUBLIC_URL'] === undefined ? null : publicUrl(env['PUBLIC_URL']),
    trustProxy: trustProxy(env['TRUST_PROXY'] ?? 'off'),
    demo: demo(flags, env),
    mockDsp:
      oneOf('MOCK_DSP', env['MOCK_DSP'] ?? (demo(flags, env) === 'off' ? '0' : '1'), ['0', '1']) === '1',
    play: readPlay(flags.play, flags.seconds),
    adminPasswordFile: env['ADMIN_PASSWORD_FILE'] ?? null,
    tenantAccess: oneOf('TENANT_ACCESS', env['TENANT_ACCESS'] ?? 'spec', ['spec', 'strict']),
    secret: env['WAYSIDE_SECRET'] === undefined ? null : secret(env['WAYSIDE_SECRET']),
    supportEmail: mailAddress('SUPPORT_EMAIL', env['SUPPORT_EMAIL'] ?? 'support@example.invalid'),
    smtp: readSmtp(env, mailFrom),
    mailFrom,
    oauth: readOauth(env),
    geocoderUrl: env['GEOCODER_URL'] === undefined ? null : geocoderUrl(env['GEOCODER_URL']),
    mapUrl: env['MAP_URL'] === undefined ? null : mapUrl(env['MAP_URL']),
    mapAttribution: env['MAP_ATTRIBUTION'] ?? '',
    ffmpeg: env['FFMPEG_PATH'] ?? 'ffmpeg',
    rolloutPercent: wholeNumber('ROLLOUT_PERCENT', env['ROLLOUT_PERCENT'] ?? '100', 0, 100),
    logLevel: oneOf('LOG_LEVEL', env['LOG_LEVEL'] ?? 'info', [
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'silent',
    ]),
    tracesUrl: readTracesUrl(env['OTEL_EXPORTER_OTLP_ENDPOINT']),
  };
}

function parseFlags(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, strict: true }).values;
  } catch (cause) {
    const known = Object.keys(OPTIONS).map(flag => `--${flag}`);
    throw new ConfigError(`${(cause as Error).message} Known flags: ${known.join(', ')}.`, { cause });
  }
}

/** On where a person tries the product out: not over a database of his own, nor beside the folder he plays. */
function demo(flags: { demo?: string; play?: string }, env: Env): Config['demo'] {
  const usual = env['DATABASE_URL'] === undefined ? 'on' : 'off';
  return flags.play === undefined ? oneOf('--demo', flags.demo ?? usual, ['on', 'static', 'off']) : 'off';
}

function wholeNumber(label: string, value: string, min: number, max: number): number {
  const n = Number(value);
  if (!/^\d+$/.test(value) || n < min || n > max)
    throw new ConfigError(`${label} must be a whole number from ${min} to ${max}, not "${value}".`);
  return n;
}

function oneOf<const W extends string>(label: string, value: string, allowed: readonly W[]): W {
  const word = allowed.find(one => one === value);
  if (word === undefined)
    throw new ConfigError(`${label} must be one of ${allowed.join(', ')}, not "${value}".`);
  return word;
}

/** The address is written into a page, so it may hold no character that ends an attribute. */
function mailAddress(label: string, value: string): string {
  if (!/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(value))
    throw new ConfigError(`${label} must be an address like help@example.net, not "${value}".`);
  return value;
}

function readDatabaseUrl(name: string, env: Env): string | null {
  const value = env[name];
  if (value === undefined) return null;
  const form = 'postgres://user:password@host:5432/name';
  if (!URL.canParse(value) || !/^postgres(ql)?:$/.test(new URL(value).protocol))
    throw new ConfigError(`${name} must look like ${form}; what stands there cannot be read as that.`);
  if (new URL(value).pathname.length < 2)
    throw new ConfigError(`${name} names no database; it must look like ${form}.`);
  return value;
}

function reportsDatabaseUrl(env: Env): string | null {
  const url = readDatabaseUrl('REPORTS_DATABASE_URL', env);
  if (url !== null && env['DATABASE_URL'] === undefined)
    throw new ConfigError('REPORTS_DATABASE_URL is a standby of DATABASE_URL, which is not set.');
  return url;
}

function publicUrl(value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new ConfigError(`PUBLIC_URL must be an address like https://signage.example.net, not "${value}".`);
  return new URL(value).origin;
}

function geocoderUrl(value: string): string {
  const isAddress = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  if (!isAddress || !value.includes('{lat}') || !value.includes('{lon}'))
    throw new ConfigError(
      `GEOCODER_URL must be an address like https://maps.example.net/reverse?lat={lat}&lon={lon}, not "${value}".`,
    );
  return value;
}

/** The variable of OpenTelemetry names a collector; each kind of signal has a path there. */
function readTracesUrl(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://localhost:4318, not "${value}".`,
    );
  return `${value.replace(/\/$/, '')}/v1/traces`;
}

/** Tiles hold their three places in the path, so that the origin the pages are opened to is certain. */
function mapUrl(value: string): string {
  const isAddress = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  const { pathname = '' } = isAddress ? new URL(value) : {};
  const places = ['{z}', '{x}', '{y}'].filter(place => decodeURI(pathname).includes(place));
  if (!isAddress || (places.length !== 3 && !(places.length === 0 && /\.(json|pmtiles)$/.test(pathname))))
    throw new ConfigError(
      `MAP_URL must be an address like https://tiles.example.net/{z}/{x}/{y}.png, or of a style (.json) or a map (.pmtiles), not "${value}".`,
    );
  return value;
}

/** off, on, or the number of proxies in front. */
function trustProxy(value: string): boolean | number {
  if (/^[1-9]$/.test(value)) return Number(value);
  return oneOf('TRUST_PROXY', value, ['off', 'on']) === 'on';
}

function secret(value: string): string {
  if (!/^[0-9a-f]{64}$/.test(value))
    throw new ConfigError('WAYSIDE_SECRET must be 64 hexadecimal digits (32 bytes).');
  return value;
}

function readTls(cert: string | undefined, key: string | undefined): Config['tls'] {
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined || key === undefined)
    throw new ConfigError('--tls-cert and --tls-key belong together: give both PEM files or none.');
  for (const [flag, file] of [
    ['--tls-cert', cert],
    ['--tls-key', key],
  ] as const)
    if (!existsSync(file)) throw new ConfigError(`${flag}: there is no file "${file}".`);
  return { cert: readFileSync(cert), key: readFileSync(key) };
}

function readPlay(dir: string | undefined, seconds: string | undefined): Config['play'] {
  if (dir === undefined) {
    if (seconds !== undefined) throw new ConfigError('--seconds belongs to --play DIR.');
    return null;
  }
  if (!existsSync(dir) || !statSync(dir).isDirectory())
    throw new ConfigError(`--play needs a folder of images and videos; "${dir}" is none.`);
  return { dir: resolve(dir), seconds: wholeNumber('--seconds', seconds ?? '10', 1, 3_600) };
}
