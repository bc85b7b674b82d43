/** The only file of the product that uses the platform's random numbers. */
export const randomBytes = (n: number) => crypto.getRandomValues(new Uint8Array(n));

/** A uniform integer in 0 … below-1, by rejection sampling. */
export function randomInt(below: number): number {
  const limit = Math.floor(0x1_0000_0000 / below) * below;
  for (;;) {
    const value = new DataView(randomBytes(4).buffer).getUint32(0);
    if (value < limit) return value % below;
  }
}

/** From 0 up to, and not including, 1. */
export const randomUnit = () => new DataView(randomBytes(4).buffer).getUint32(0) / 0x1_0000_0000;

/** Reproducible numbers from 0 up to, and not including, 1 (Park and Miller's minimal standard generator). */
export function seededUnit(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
}

function uuidOf(bytes: Uint8Array<ArrayBuffer>, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, x => x.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** uuid version 4. The browser's own is missing on a page that plain http has brought. */
export const randomUuid = (): string =>
  'randomUUID' in crypto ? crypto.randomUUID() : uuidOf(randomBytes(16), 4);

/** uuid version 7 (RFC 9562 §5.7): sorts by the time it was made. */
export function uuid7(now: number): string {
  const b = randomBytes(16);
  const view = new DataView(b.buffer);
  view.setUint16(0, Math.floor(now / 0x1_0000_0000));
  view.setUint32(2, now % 0x1_0000_0000);
  return uuidOf(b, 7);
}
