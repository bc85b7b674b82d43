/** The S3 store of files, from S3_URL, S3_BUCKET, S3_KEY, S3_SECRET and S3_REGION. */
import { ConfigError } from './configError.ts';

export interface S3Config {
  endpoint: string;
  bucket: string;
  region: string;
  access_key_id: string;
  secret_access_key: string;
}

const NAMES = ['S3_URL', 'S3_BUCKET', 'S3_KEY', 'S3_SECRET'] as const;
const DEFAULT_REGION = 'us-east-1';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** null: files lie in the data directory. Neither the key nor its secret is ever repeated. */
export function readS3(env: Record<string, string | undefined>): S3Config | null {
  const missing = NAMES.filter(name => env[name] === undefined);
  if (missing.length === NAMES.length) {
    if (env['S3_REGION'] !== undefined)
      throw new ConfigError(`S3_REGION belongs to ${NAMES.join(', ')}, which are not set.`);
    return null;
  }
  if (missing.length > 0)
    throw new ConfigError(`${NAMES.join(', ')} belong together; ${missing.join(', ')} is not set.`);
  const [endpoint = '', bucket = '', access_key_id = '', secret_access_key = ''] = NAMES.map(
    name => env[name],
  );
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new ConfigError(
      'S3_URL must be an address like https://s3.eu-central-1.amazonaws.com, without a user or a password.',
    );
  if (!BUCKET.test(bucket))
    throw new ConfigError(
      `S3_BUCKET must be 3 to 63 small letters, digits, dots and hyphens, not "${bucket}".`,
    );
  for (const [name, value] of [
    ['S3_KEY', access_key_id],
    ['S3_SECRET', secret_access_key],
  ] as const)
    if (value.trim() === '') throw new ConfigError(`${name} is empty.`);
  const region = env['S3_REGION'] ?? DEFAULT_REGION;
  return { endpoint: url.href, bucket, region, access_key_id, secret_access_key };
}
