/** Secrets handed out once: kept only as their hash. */
import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
export const freshToken = () => randomBytes(TOKEN_BYTES).toString('base64url');
export const hashed = (token: string) => createHash('sha256').update(token).digest('hex');
