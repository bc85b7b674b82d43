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

function uuid4Of(bytes: Uint8Array): string {
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, x => x.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** uuid version 4. The browser's own is missing on a page that plain http has brought. */
export const randomUuid = (): string =>
  'randomUUID' in crypto ? crypto.randomUUID() : uuid4Of(randomBytes(16));

/** uuid version 7 (RFC 9562 §5.7): sorts by the time it was made. Its random part is that of a version 4, made in bulk by Node. */
export function uuid7(now: number): string {
  const time = Math.floor(now).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUuid().slice(15)}`;
}
