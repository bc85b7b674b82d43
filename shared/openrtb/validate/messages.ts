/** The English texts of findings. A page shows its own, from the code and the params. */
import type { Params } from './finding.ts';

const MESSAGES = {
  not_json: 'The text is not valid JSON from line {line}, column {column} on.',
  not_object: 'This must be a JSON object.',
  missing: '"{name}" is required.',
  missing_dooh: '"{name}" is required for a digital out-of-home screen.',
  empty: '"{name}" must not be empty.',
  wrong_type: '"{name}" must be {expected}, not {actual}.',
  not_finite: '"{name}" must be a finite number.',
  too_small: '"{name}" must be at least {min}.',
  too_big: '"{name}" must be at most {max}.',
  not_positive: '"{name}" must be greater than 0.',
  not_listed: '"{name}" cannot be {value}; allowed: {allowed}.',
  too_many: '"{name}" has more than {max} entries; only so many were checked.',
  too_long: '"{name}" may have at most {max} characters.',
  unknown_field: '"{name}" is not a field of {object}; a receiver ignores it.',
  near_miss: '"{name}" is not a field of {object}; "{likely}" is.',
  misplaced: '"{name}" is not a field of {object}; it belongs in "{where}".',
  deprecated: '"{name}" is deprecated.',
  currency: '"{value}" is not an ISO 4217 currency code.',
  country: '"{value}" is not an ISO 3166-1 alpha-3 country code.',
  hostname: '"{value}" is not a domain name.',
  url: '"{name}" is not a valid http or https address.',
  venue_unknown: 'Venue type "{value}" is not in taxonomy {taxonomy}.',
  exclusive: 'Only one of {names} may be given.',
  source_missing: 'One of site, app or dooh should be given.',
  dooh_identity: 'dooh needs an id or a venuetype.',
  no_media: 'An impression needs a banner, video, audio or native object.',
  pair: 'Only one of {names} is given; both or neither are needed.',
  banner_size: 'A banner needs format, or both w and h.',
  format_both: 'A format is either w and h, or wratio, hratio and wmin, not both.',
  format_neither: 'A format needs w and h, or wratio and hratio.',
  no_duration: 'Give rqddurs, or minduration and maxduration.',
  order: '{smaller} must not be greater than {greater}.',
  durfloor_range: 'A floor by duration needs mindur or maxdur, and bidfloor.',
  multiplier_high: 'A multiplier of {value} is implausible.',
  vendor_missing: 'sourcetype 1 needs the domain of the measurement vendor in "vendor".',
  dt_seconds: 'dt is in milliseconds; {value} looks like seconds.',
  dt_implausible: 'dt is in milliseconds since 1970; {value} is no plausible time of a play.',
  dt_past: 'The planned play is in the past.',
  dt_far: 'The planned play is further ahead than the agreed lead time.',
  not_secure: 'A screen loads assets over https only: secure should be 1.',
  private_without_deals: 'private_auction is 1 but no deals are given.',
  deal_currency: 'The deal has a floor but no bidfloorcur: it counts as USD, whatever the impression says.',
  devicetype: 'devicetype of a digital out-of-home screen is 8.',
  user_present: 'A screen has no user: the request should carry none.',
  schain_publisher: 'publisher.id should equal the sid of the last node of the supply chain.',
  probability: 'A probability is between 0 and 1.',
  duplicate_id: 'The id "{id}" is used more than once.',
  price_high: 'A price of {value} per thousand is implausible.',
  http_status: 'The bidder answered with HTTP status {status}.',
  id_mismatch: 'The response answers request "{actual}", not "{expected}".',
  currency_refused: 'Bids in {value} are not accepted; the request allows {allowed}.',
  unknown_imp: 'The request has no impression "{id}".',
  unsold: 'The bid would be rejected with loss code {loss}: {reason}.',
} as const;
export type FindingCode = keyof typeof MESSAGES;
export const FINDING_CODES = Object.keys(MESSAGES) as FindingCode[];

const SUGGESTIONS: Partial<Record<FindingCode, string>> = {
  near_miss: 'Did you mean {likely}?',
  misplaced: 'Move it to {where}.',
  wrong_type: 'Write {repaired}.',
  too_small: 'Write {repaired}.',
  not_finite: 'Write {repaired}.',
  missing: 'Add "{name}": {repaired}.',
  missing_dooh: 'Add "{name}": {repaired}.',
  dt_seconds: 'Multiply by 1000: {repaired}.',
  deal_currency: 'Add "bidfloorcur": "{repaired}".',
  currency: 'Did you mean {repaired}?',
  url: 'Remove the blanks: {repaired}',
  not_json: 'Escape the quotation marks inside the value of {name}.',
  id_mismatch: 'Use {expected}.',
  unknown_imp: 'Did you mean {repaired}?',
  devicetype: 'Use 8.',
  not_secure: 'Use 1.',
};

const fill = (template: string, params: Params) =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));

export const messageOf = (code: FindingCode, params: Params) => fill(MESSAGES[code], params);

/** What to do about it; undefined where no repair is at hand. */
export function suggestionOf(code: FindingCode, params: Params, hasRepair: boolean): string | undefined {
  const template = SUGGESTIONS[code];
  return template === undefined || !hasRepair ? undefined : fill(template, params);
}
