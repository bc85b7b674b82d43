import { describe, expect, it } from 'vitest';
import type { CodeRule } from '../../../shared/contract/playout/codes.ts';
import { codeOf, codeRuleFor, scanOf } from '../../../shared/playout/codes.ts';
import { idOf } from '../../player/items.ts';
import type { PlayItem } from '../../../shared/playout/decide.ts';

const scan = {
  device_id: '019b1f00-0000-7000-8000-0000000000ff',
  creative_id: 'ffffffff-ffff-7fff-bfff-ffffffffffff',
};
const item = (more: Partial<PlayItem> = {}) =>
  ({ kind: 'image', duration_ms: 8_000, qr: true, ...more }) as PlayItem;
const rule = (number: number, more: Partial<CodeRule> = {}): CodeRule => ({
  ...{ number, kinds: [], dayparts: [], place: 'side', size_pct: 20, min_show_s: 5 },
  ...more,
});
/** A Tuesday, 08:20. */
const at = { at: Date.parse('2026-11-24T08:20:00Z'), tz: 'UTC', weather: null, place: null };
const chosen = (what: PlayItem, rules: CodeRule[], moment = at) =>
  codeRuleFor(what, rules, moment)?.number ?? null;

describe('the rule of a code', () => {
  it('is the first that fits its kind, its length and the hour', () => {
    expect(chosen(item(), [rule(1), rule(2)])).toBe(1);
    expect(chosen(item(), [rule(1, { kinds: ['video'] }), rule(2, { kinds: ['image'] })])).toBe(2);
    expect(chosen(item({ duration_ms: 4_999 }), [rule(1)])).toBeNull();
    expect(chosen(item({ duration_ms: 5_000 }), [rule(1)])).toBe(1);
    const night = [{ days: [1, 2, 3, 4, 5, 6, 7], start: '20:00', end: '06:00' }];
    const morning = [{ days: [2], start: '08:00', end: '09:00' }];
    expect(chosen(item(), [rule(1, { dayparts: night }), rule(2, { dayparts: morning })])).toBe(2);
    expect(chosen(item(), [rule(1, { dayparts: morning })], { ...at, at: null } as never)).toBeNull();
  });

  it('OPEN-PCFG-01 of chosen campaigns fits what plays in their name alone, and nothing of the loop', () => {
    const [tram, harbour, other] = [0x71, 0x72, 0x73].map(idOf) as [string, string, string];
    const of = (campaign_id: string) => item({ line: { id: idOf(0x700), campaign_id } });
    const rules = [rule(1, { campaign_ids: [tram, harbour] }), rule(2, { campaign_ids: [] })];
    expect([of(tram), of(harbour), of(other), item()].map(one => chosen(one, rules))).toEqual([1, 1, 2, 2]);
    expect([of(other), item()].map(one => chosen(one, rules.slice(0, 1)))).toEqual([null, null]);
  });

  it('is none where the creative leads nowhere', () => {
    const { qr: _qr, ...without } = item();
    expect(chosen(without, [rule(1)])).toBeNull();
  });
});

describe('a code', () => {
  it('of a number that no rule can have is none of ours', () => {
    expect(scanOf(codeOf({ ...scan, number: 2 ** 31 - 1 }))?.number).toBe(2 ** 31 - 1);
    expect(scanOf(codeOf({ ...scan, number: 2 ** 31 }))).toBeNull();
    expect(scanOf(`${codeOf({ ...scan, number: 1 })}zzzzzz`)).toBeNull();
  });

  it.each([1, 35, 36, 1_000_000])('says screen, creative and rule %i, and is read back', number => {
    const code = codeOf({ ...scan, number });
    expect(code).toMatch(/^[\w-]{45,50}$/);
    expect(scanOf(code)).toEqual({ ...scan, number });
  });

  it.each(['', 'x', 'a'.repeat(44), `${'a'.repeat(44)}A`, `${'a'.repeat(43)}/1`, 'a'.repeat(60)])(
    'that is none of ours is refused: %s',
    code => expect(scanOf(code)).toBeNull(),
  );
});
