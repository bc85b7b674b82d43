/** What each rule says of a creative. Pure. */
import type { CreativeKind } from '../../../shared/contract/content/creative.ts';
import type { SlideContent } from '../../../shared/contract/content/slide.ts';
import type {
  RuleKey,
  RuleSettings,
  Validation,
  ValidationRule,
} from '../../../shared/contract/content/validation.ts';
import { daysBetween, lastDayAnywhere } from '../../../shared/playout/licence.ts';
import { contrast } from '../../../shared/slides/contrast.ts';
import type { Measured } from '../../db/schema.ts';

export interface Subject {
  kind: CreativeKind;
  name: string;
  alt_text: string;
  slide: SlideContent | null;
  asset: {
    state: string;
    bytes: number;
    w: number;
    h: number;
    duration_ms: number | null;
    licence_until: string | null;
  };
  measured: Measured;
}
export type Finding = Pick<Validation, 'rule' | 'measured' | 'limit' | 'found'> & {
  result: 'pass' | RuleSettings['severity'];
  /** What was looked at beside the file itself: who waives the result waives it for this alone. */
  subject: string | null;
};

const MEGA = 1_000_000;
const SECOND_MS = 1_000;
const PERCENT = 100;
const WIDE = 16 / 9;
const STEPS = 10;

/** Percent by which its sides differ from the nearer of the two that screens have. */
export function ratioOff({ w, h }: { w: number; h: number }): number {
  const off = (wanted: number) => Math.abs(w / h / wanted - 1) * PERCENT;
  return Math.min(off(WIDE), off(1 / WIDE));
}

/** null: the rule has nothing to say of it. */
function measuredBy(rule: RuleKey, subject: Subject, now: number): number | null {
  const { kind, asset, measured, slide } = subject;
  switch (rule) {
    case 'size':
      return asset.bytes / MEGA;
    case 'ratio':
      return kind === 'slide' ? null : ratioOff(asset);
    case 'duration':
      return kind === 'video' && asset.duration_ms !== null ? asset.duration_ms / SECOND_MS : null;
    case 'bitrate':
      return kind === 'video' && asset.duration_ms !== null
        ? (asset.bytes * 8) / MEGA / (asset.duration_ms / SECOND_MS)
        : null;
    case 'fps':
      return measured.fps;
    case 'flash':
      return measured.flashes;
    case 'loudness':
      return measured.loudness;
    case 'contrast':
      return slide === null ? null : contrast(slide.colours.background, slide.colours.ink);
    case 'licence':
      return asset.licence_until === null ? null : daysBetween(lastDayAnywhere(now), asset.licence_until);
    case 'broken':
    case 'banned_words':
      return null;
  }
}

/** Signs that nobody sees, and the dot that a lower-cased İ leaves behind: with them a word reads the same. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u0307]/gu;

/** A word is one of its own, whatever its case; a language without spaces has it anywhere. */
export function bannedIn(texts: readonly string[], words: readonly string[]): string[] {
  const fold = (text: string) => text.normalize('NFKC').toLocaleLowerCase().replace(UNSEEN, '');
  const all = texts.map(fold).join('\n');
  const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  return words.filter(word => {
    const wanted = fold(word);
    const isSpaced = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\s'’-]+$/u.test(wanted);
    for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1))
      if (!isSpaced || !(isWord(all[at - 1]) || isWord(all[at + wanted.length]))) return true;
    return false;
  });
}

const wordsOf = ({ name, alt_text, slide }: Subject) => [
  ...[name, alt_text, slide?.link ?? ''],
  ...Object.values(slide?.texts ?? {}).flatMap(({ en, zh }) => [en, zh]),
];

function resultOf(subject: Subject, finding: Omit<Finding, 'result'>, severity: RuleSettings['severity']) {
  const { rule, measured, limit, found } = finding;
  const broken = (is: boolean): Finding['result'] => (is ? severity : 'pass');
  if (rule === 'broken') return broken(subject.asset.state === 'failed');
  if (rule === 'banned_words') return broken(found.length > 0);
  if (measured === null || limit === null) return 'pass';
  if (rule === 'contrast') return broken(measured < limit);
  /** Before the end there is time to renew it. */
  if (rule === 'licence' && measured >= 0) return measured < limit ? 'warn' : 'pass';
  return broken(rule === 'licence' || measured > limit);
}

function subjectOf(rule: RuleKey, subject: Subject, measured: number | null): string | null {
  if (rule === 'banned_words') return wordsOf(subject).join('\n');
  if (rule !== 'licence' || measured === null) return null;
  return `${subject.asset.licence_until} ${measured < 0 ? 'ended' : 'ending'}`;
}

/** One finding for each rule that is switched on and has something to say. */
export function check(subject: Subject, rules: readonly ValidationRule[], now: number): Finding[] {
  return rules.flatMap(({ id: rule, severity, enabled, limit, words }): Finding[] => {
    if (!enabled) return [];
    const measured = measuredBy(rule, subject, now);
    const found = rule === 'banned_words' ? bannedIn(wordsOf(subject), words) : [];
    const hasNothing =
      measured === null && rule !== 'broken' && (rule !== 'banned_words' || words.length === 0);
    if (hasNothing) return [];
    const rounded = measured === null ? null : Math.round(measured * STEPS) / STEPS;
    const finding = { rule, measured, limit, found, subject: subjectOf(rule, subject, measured) };
    return [{ ...finding, measured: rounded, result: resultOf(subject, finding, severity) }];
  });
}
