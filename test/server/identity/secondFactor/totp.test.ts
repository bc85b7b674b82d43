import { describe, expect, it } from 'vitest';
import {
  base32,
  matchingStep,
  stepAt,
  totpCode,
  totpUri,
} from '../../../../server/identity/secondFactor/totp.ts';

/** RFC 6238, appendix B, whose codes have eight digits: ours are their last six. */
const SECRET = Buffer.from('12345678901234567890');
const VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;

describe('codes of an authenticator app', () => {
  it.each(VECTORS)('at %i s are those of RFC 6238', (seconds, code) => {
    expect(totpCode(SECRET, stepAt(seconds * 1_000))).toBe(code.slice(2));
  });

  it('count one step before and after the present one, and none up to the last that was accepted', () => {
    const now = 1_111_111_111_000;
    const present = stepAt(now);
    const accepted = (away: number, spent = -1) =>
      matchingStep(SECRET, totpCode(SECRET, present + away), { now, spent });
    expect([-2, -1, 0, 1, 2].map(away => accepted(away))).toEqual([
      ...[null, present - 1, present, present + 1, null],
    ]);
    expect(accepted(0, present)).toBeNull();
    expect(accepted(-1, present)).toBeNull();
    expect(accepted(1, present)).toBe(present + 1);
  });

  it('are not matched by anything that is no code', () => {
    for (const code of ['', '1', '12345é', '1234567'])
      expect(matchingStep(SECRET, code, { now: 0, spent: -1 })).toBeNull();
  });

  it('are set up by a secret in base 32 and a link that names account and issuer', () => {
    expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(totpUri(SECRET, 'ann+taxi@example.org')).toBe(
      'otpauth://totp/Wayside:ann%2Btaxi%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Wayside',
    );
  });
});
