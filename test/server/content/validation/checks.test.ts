/** At its limit a file passes, beyond it it does not: each rule as a tenant has it that has changed none. */
import { expect, it } from 'vitest';
import {
  RULE_DEFAULTS,
  RULE_KEYS,
  type RuleKey,
  type ValidationRule,
} from '../../../../shared/contract/content/validation.ts';
import { check, type Subject } from '../../../../server/content/validation/checks.ts';

const NOW = Date.parse('2026-11-24T08:00:00.000Z');
const RULES = RULE_KEYS.map((id): ValidationRule => ({ id, ...RULE_DEFAULTS[id], version: 1 }));

const asset: Subject['asset'] = {
  ...{ state: 'ready', bytes: 10_000_000, w: 1_920, h: 1_080, duration_ms: 60_000, licence_until: null },
};
const video = (measured: Partial<Subject['measured']>, of: Partial<Subject['asset']> = {}): Subject => ({
  ...{ kind: 'video', name: 'Film', alt_text: 'A film', slide: null, asset: { ...asset, ...of } },
  measured: { fps: 25, flashes: 0, loudness: -23, ...measured },
});
const resultOf = (rule: RuleKey, subject: Subject) =>
  check(subject, RULES, NOW).find(finding => finding.rule === rule)?.result;

it.each([
  ['flash', 'fail', video({ flashes: 3 }), video({ flashes: 4 })],
  ['loudness', 'warn', video({ loudness: -16 }), video({ loudness: -15.9 })],
  ['fps', 'warn', video({ fps: 60 }), video({ fps: 60.1 })],
  ['size', 'warn', video({}, { bytes: 200_000_000 }), video({}, { bytes: 200_100_000 })],
  ['ratio', 'warn', video({}, { w: 1_952 }), video({}, { w: 1_970 })],
  ['duration', 'warn', video({}, { duration_ms: 120_000 }), video({}, { duration_ms: 120_100 })],
  ['bitrate', 'warn', video({}, { bytes: 90_000_000 }), video({}, { bytes: 90_800_000 })],
  ['broken', 'fail', video({}), video({}, { state: 'failed' })],
  ['licence', 'fail', video({}, { licence_until: '2027-11-24' }), video({}, { licence_until: '2026-11-01' })],
] as const)('%s: what is beyond the limit gets “%s”', (rule, severity, within, beyond) => {
  expect([resultOf(rule, within), resultOf(rule, beyond)]).toEqual(['pass', severity]);
});

it('a video without sound has no loudness, and one that was never measured no flashes', () => {
  expect(resultOf('loudness', video({ loudness: null }))).toBeUndefined();
  expect(resultOf('flash', video({ flashes: null }))).toBeUndefined();
});
