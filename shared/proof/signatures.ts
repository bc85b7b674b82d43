/** Signatures of both sides: ES256 over canonical JSON or a text. */
import { fromBase64Url, sha256, toBase64Url, utf8 } from '../contract/wire/bytes.ts';
import { canonical, ES256, P256, thumbprintText } from '../contract/wire/canonical.ts';
import type { PublicJwk } from '../contract/fleet/jwk.ts';

export const keyIdOf = async (jwk: PublicJwk) => toBase64Url(await sha256(utf8(thumbprintText(jwk))));

type VerifyKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** null: no point of the curve. */
async function importKey(jwk: PublicJwk): Promise<VerifyKey | null> {
  try {
    return await crypto.subtle.importKey('jwk', { ...jwk }, P256, false, ['verify']);
  } catch {
    return null;
  }
}

/** Base64url has spare bits at its end; a signature that says the same in other letters was changed. */
function signatureBytes(sig: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(sig)) return null;
  const bytes = fromBase64Url(sig);
  return toBase64Url(bytes) === sig ? bytes : null;
}

/** Keys by their id; each is imported once. */
export class KeyRing {
  readonly #keys = new Map<string, VerifyKey | null>();

  async add(key_id: string, jwk: PublicJwk): Promise<void> {
    if (!this.#keys.has(key_id)) this.#keys.set(key_id, await importKey(jwk));
  }
  async signedText(key_id: string, text: string, sig: string): Promise<boolean> {
    const key = this.#keys.get(key_id);
    const bytes = signatureBytes(sig);
    if (!key || !bytes) return false;
    return crypto.subtle.verify(ES256, key, bytes, utf8(text));
  }
  /** Everything but `sig` is signed. */
  signedDocument({ sig, ...unsigned }: { key_id: string; sig: string }): Promise<boolean> {
    return this.signedText(unsigned.key_id, canonical(unsigned), sig);
  }
}
