import { describe, expect, it } from 'vitest';
import { playsAv1 } from '../../../player/library/av1.ts';

const machine = (answer: object) => ({
  decodingInfo: () => Promise.resolve(answer as MediaCapabilitiesDecodingInfo),
});
const capable = { supported: true, smooth: true, powerEfficient: true };

describe('a machine plays AV1', () => {
  it('only where it does so without dropping frames and without heat', async () => {
    expect(await playsAv1(machine(capable))).toBe(true);
    for (const lack of Object.keys(capable))
      expect(await playsAv1(machine({ ...capable, [lack]: false })), lack).toBe(false);
  });

  it('not where its browser cannot tell', async () => {
    expect(await playsAv1(undefined)).toBe(false);
    expect(await playsAv1({ decodingInfo: () => Promise.reject(new TypeError('contentType')) })).toBe(false);
  });
});
