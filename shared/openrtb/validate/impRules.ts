/** What OpenRTB says about an impression beyond its single fields. */
import {
  get,
  isObject,
  isPresent,
  listOf,
  numberOf,
  objectOf,
  pointerTo,
  textOf,
  type Json,
} from '../json.ts';
import { byMode, type Odd } from './finding.ts';
import { each, exclusive, isGiven, pair, uniqueIds, type Rule } from './rules.ts';

/** Milliseconds since 1970 that are less are no time a screen could play at: they are seconds, or junk. */
const SECONDS_BELOW = 1e11;
/** Seconds since 1970 that are less are junk. */
const JUNK_BELOW = 1e9;
const MS = 1_000;
const MULTIPLIER_HIGH = 10_000;
/** Units of a currency for a thousand impressions. */
export const PRICE_HIGH = 1e6;
const PROBABILITIES = /^(viewability|ctr|session_depth_share|completion|.*(_|-)?(rate|probability))$/i;

const format: Rule = (value, pointer) => {
  const hasSize = isGiven(value, 'w') || isGiven(value, 'h');
  const hasRatio = ['wratio', 'hratio', 'wmin'].some(name => isGiven(value, name));
  const at = { pointer, section: '3.2.10' };
  if (hasSize && hasRatio) return [{ ...at, code: 'format_both' }];
  if (!hasSize && !hasRatio) return [{ ...at, code: 'format_neither' }];
  return [
    ...pair(value, pointer, at.section, ['w', 'h']),
    ...pair(value, pointer, at.section, ['wratio', 'hratio']),
  ];
};

const banner: Rule = (value, pointer, options) => {
  const { profile, mode } = options;
  const odd = [
    ...pair(value, pointer, '3.2.6', ['w', 'h']),
    ...each(value, 'format', pointer, options, format),
  ];
  const section = '3.2.6';
  if (!isGiven(value, 'format') && !(isGiven(value, 'w') || isGiven(value, 'h')))
    odd.push({
      pointer,
      section,
      code: 'banner_size',
      severity: profile === 'dooh' ? byMode(mode) : 'warning',
    });
  if (profile === 'dooh' && !isPresent(get(value, 'mimes')))
    odd.push({
      ...{ pointer: pointerTo(pointer, 'mimes'), section, code: 'missing_dooh', severity: byMode(mode) },
      params: { name: 'mimes' },
    });
  return odd;
};

const durfloor: Rule = (value, pointer) => {
  const isRange = isGiven(value, 'mindur') || isGiven(value, 'maxdur');
  if (!isRange || !isGiven(value, 'bidfloor'))
    return [{ pointer, section: '3.2.35', code: 'durfloor_range' }];
  return ordered(value, pointer, '3.2.35', ['mindur', 'maxdur']);
};

function ordered(value: Json, pointer: string, section: string, names: [string, string]): Odd[] {
  const [smaller, greater] = names;
  const [low, high] = names.map(name => numberOf(get(value, name)));
  if (low === undefined || high === undefined || low <= high) return [];
  return [{ pointer, section, code: 'order', params: { smaller, greater } }];
}

const timed =
  (section: string): Rule =>
  (value, pointer, options) => {
    const hasBounds = isGiven(value, 'minduration') || isGiven(value, 'maxduration');
    const odd = [
      ...ordered(value, pointer, section, ['minduration', 'maxduration']),
      ...ordered(value, pointer, section, ['minbitrate', 'maxbitrate']),
      ...exclusive(value, pointer, section, ['mincpmpersec', 'durfloors']),
      ...each(value, 'durfloors', pointer, options, durfloor),
    ];
    if (hasBounds && isGiven(value, 'rqddurs'))
      odd.push({
        ...{ pointer, section, code: 'exclusive', severity: byMode(options.mode) },
        params: { names: 'rqddurs, minduration/maxduration' },
      });
    if (options.profile === 'dooh' && !hasBounds && !isGiven(value, 'rqddurs'))
      odd.push({ pointer, section, code: 'no_duration', severity: byMode(options.mode) });
    return odd;
  };

const deal =
  (impCurrency: string | undefined): Rule =>
  (value, pointer, options) => {
    const section = '3.2.12';
    const floors = ['bidfloor', 'mincpmpersec', 'durfloors'];
    const odd = [
      ...exclusive(value, pointer, '7.11.2', floors),
      ...each(value, 'durfloors', pointer, options, durfloor),
    ];
    const isAmbiguous = options.profile === 'dooh' || (impCurrency !== undefined && impCurrency !== 'USD');
    if (isAmbiguous && floors.some(name => isGiven(value, name)) && !isGiven(value, 'bidfloorcur')) {
      const repaired = impCurrency ?? 'USD';
      odd.push({
        ...{ pointer, section, code: 'deal_currency', severity: 'warning' },
        params: { repaired },
        repair: [{ op: 'add', path: pointerTo(pointer, 'bidfloorcur'), value: repaired }],
      });
    }
    return odd;
  };

const pmp =
  (impCurrency: string | undefined): Rule =>
  (value, pointer, options) => {
    const odd = [
      ...uniqueIds(get(value, 'deals'), pointerTo(pointer, 'deals'), '3.2.12'),
      ...each(value, 'deals', pointer, options, deal(impCurrency)),
    ];
    if (get(value, 'private_auction') === 1 && listOf(get(value, 'deals')).length === 0)
      odd.push({ pointer, section: '3.2.11', code: 'private_without_deals' });
    return odd;
  };

const quantity: Rule = (value, pointer) => {
  const at = { pointer: pointerTo(pointer, 'multiplier'), section: '3.2.31' };
  const multiplier = numberOf(get(value, 'multiplier'));
  const odd: Odd[] = [];
  if (multiplier === 0) odd.push({ ...at, code: 'not_positive', params: { name: 'multiplier' } });
  if (multiplier !== undefined && multiplier > MULTIPLIER_HIGH)
    odd.push({ ...at, code: 'multiplier_high', severity: 'warning', params: { value: multiplier } });
  if (get(value, 'sourcetype') === 1 && !isGiven(value, 'vendor'))
    odd.push({ pointer, section: at.section, code: 'vendor_missing' });
  return odd;
};

const planned: Rule = (imp, parent, { now, maxLeadMs }) => {
  const dt = numberOf(get(imp, 'dt'));
  if (dt === undefined || dt < 0) return [];
  const at = { pointer: pointerTo(parent, 'dt'), section: '3.2.4' };
  if (dt < JUNK_BELOW) return [{ ...at, code: 'dt_implausible', severity: 'warning', params: { value: dt } }];
  if (dt < SECONDS_BELOW) {
    const repaired = dt * MS;
    const repair = [{ op: 'replace' as const, path: at.pointer, value: repaired }];
    return [{ ...at, code: 'dt_seconds', severity: 'warning', params: { value: dt, repaired }, repair }];
  }
  if (now === undefined) return [];
  if (dt < now) return [{ ...at, code: 'dt_past' }];
  const isFar = maxLeadMs !== undefined && dt > now + maxLeadMs;
  return isFar ? [{ ...at, code: 'dt_far', severity: 'warning' }] : [];
};

const metric: Rule = (value, pointer) => {
  const [type, amount] = [textOf(get(value, 'type')), numberOf(get(value, 'value'))];
  const isOdd = type !== undefined && PROBABILITIES.test(type) && amount !== undefined;
  if (!isOdd || (amount >= 0 && amount <= 1)) return [];
  return [
    { pointer: pointerTo(pointer, 'value'), section: '3.2.5', code: 'probability', severity: 'warning' },
  ];
};

const MEDIA: Record<string, Rule> = {
  banner,
  video: timed('3.2.7'),
  audio: timed('3.2.8'),
};

export const impRules: Rule = (imp, pointer, options) => {
  const section = '3.2.4';
  const odd: Odd[] = [];
  if (!['banner', 'video', 'audio', 'native'].some(name => isPresent(get(imp, name))))
    odd.push({ pointer, section, code: 'no_media' });
  for (const [name, rule] of Object.entries(MEDIA)) {
    const value = get(imp, name);
    if (isObject(value)) odd.push(...rule(value, pointerTo(pointer, name), options));
  }
  const floor = numberOf(get(imp, 'bidfloor'));
  if (floor !== undefined && floor > PRICE_HIGH)
    odd.push({
      ...{ pointer: pointerTo(pointer, 'bidfloor'), section, code: 'price_high', severity: 'warning' },
      params: { value: floor },
    });
  if (options.profile === 'dooh' && get(imp, 'secure') === 0)
    odd.push({
      ...{ pointer: pointerTo(pointer, 'secure'), section, code: 'not_secure', severity: 'warning' },
      repair: [{ op: 'replace', path: pointerTo(pointer, 'secure'), value: 1 }],
    });
  if (isObject(get(imp, 'qty')))
    odd.push(...quantity(objectOf(get(imp, 'qty')), pointerTo(pointer, 'qty'), options));
  if (isObject(get(imp, 'pmp')))
    odd.push(
      ...pmp(textOf(get(imp, 'bidfloorcur')))(objectOf(get(imp, 'pmp')), pointerTo(pointer, 'pmp'), options),
    );
  return [...odd, ...planned(imp, pointer, options), ...each(imp, 'metric', pointer, options, metric)];
};
