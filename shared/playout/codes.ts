/** Which rule puts a code over an item, and what the code's address says. Pure. */
import { fromBase64Url, toBase64Url } from '../contract/wire/bytes.ts';
import type { CodeRule } from '../contract/playout/codes.ts';
import type { PlayItem } from './decide.ts';
import { refusalOf, type Moment } from './rights.ts';

const MS_A_SECOND = 1_000;
const HEX = 16;
const NUMBER_BASE = 36;
/** Of an id: 16 bytes. */
const ID_CHARS = 22;
const CODE = /^[\w-]{44}[0-9a-z]{1,6}$/;
/** As the numbers of rules are kept: 32 bits. */
const MAX_NUMBER = 2 ** 31 - 1;

/** The first that fits; null where the creative leads nowhere. */
export function codeRuleFor(item: PlayItem, rules: readonly CodeRule[], moment: Moment): CodeRule | null {
  if (!item.qr) return null;
  const campaign_id = item.line?.campaign_id;
  const fits = ({ kinds, dayparts, min_show_s, campaign_ids = [] }: CodeRule) =>
    (kinds.length === 0 || kinds.includes(item.kind)) &&
    (campaign_ids.length === 0 || campaign_ids.some(one => one === campaign_id)) &&
    item.duration_ms >= min_show_s * MS_A_SECOND &&
    (dayparts.length === 0 || refusalOf({ dayparts }, moment, 0) === null);
  return rules.find(fits) ?? null;
}

/** What one code stands for: it names no person, and no place. */
export interface Scan {
  device_id: string;
  creative_id: string;
  /** Of the rule that drew it. */
  number: number;
}
const bytesOf = (id: string) =>
  Uint8Array.from(id.replaceAll('-', '').match(/../g) ?? [], pair => Number.parseInt(pair, HEX));
function idOf(text: string): string {
  const digits = Array.from(fromBase64Url(text), byte => byte.toString(HEX).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
export const codeOf = ({ device_id, creative_id, number }: Scan): string =>
  `${toBase64Url(bytesOf(device_id))}${toBase64Url(bytesOf(creative_id))}${number.toString(NUMBER_BASE)}`;

/** null: no code of ours. */
export function scanOf(code: string): Scan | null {
  const number = Number.parseInt(code.slice(2 * ID_CHARS), NUMBER_BASE);
  if (!CODE.test(code) || number > MAX_NUMBER) return null;
  return {
    device_id: idOf(code.slice(0, ID_CHARS)),
    creative_id: idOf(code.slice(ID_CHARS, 2 * ID_CHARS)),
    number,
  };
}
