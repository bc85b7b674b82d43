/** Canonical JSON: text that is hashed and signed must be the same on every machine. */

/** JSON with sorted keys and no white space (RFC 8785 for the values we use: no NaN, no lone surrogates). */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const object = value as Record<string, unknown>;
  const parts = Object.keys(object)
    .filter(key => object[key] !== undefined)
    .sort()
    .map(key => `${JSON.stringify(key)}:${canonical(object[key])}`);
  return `{${parts.join(',')}}`;
}

export interface SignedRequest {
  method: string;
  /** Path with query, as on the request line. */
  target: string;
  /** SHA-256 of the body in hex; without a body, of the empty string. */
  bodySha256: string;
  /** Value of X-Device: `<device_id>.<key_id>`, or `pairing.<key_id>` before a device exists. */
  device: string;
  /** Value of X-Device-Time: `<server-corrected ms>.<ttl_s>`. */
  time: string;
  /** Origin that the player addresses; the server compares it with PUBLIC_URL or its own host. */
  origin: string;
}

/** The text a player signs with ES256 (contract §0). */
export const signedText = (r: SignedRequest) =>
  [r.method, r.target, r.bodySha256, r.device, r.time, r.origin].join('\n');

export const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
export const ES256 = { name: 'ECDSA', hash: 'SHA-256' } as const;
export const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;
/** Seconds a signature of a GET may be reused, and one of a write may live. */
export const SIGNATURE_TTL_S = { read: 600, write: 60 } as const;

/** RFC 7638 thumbprint input of a P-256 key; its SHA-256 in base64url is the key id. */
export const thumbprintText = (jwk: { crv?: string; kty?: string; x?: string; y?: string }) =>
  canonical({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y });
