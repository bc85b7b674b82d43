/** Hex, base64url and SHA-256 over WebCrypto: the same in browser, worker and Node. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export const hex = (bytes: Uint8Array) => Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('');

export const sha256 = async (bytes: Uint8Array<ArrayBuffer> | ArrayBuffer) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

export const sha256Hex = async (data: string | Uint8Array<ArrayBuffer> | ArrayBuffer) =>
  hex(await sha256(typeof data === 'string' ? utf8(data) : data));

export const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
