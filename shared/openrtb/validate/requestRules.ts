/** What OpenRTB says about a request beyond its single fields. */
import { get, getIn, isObject, isPresent, listOf, numberOf, objectOf, textOf, pointerTo } from '../json.ts';
import { hasVenue, OPENOOH_1_0 } from '../spec/venues.ts';
import { byMode, type Odd } from './finding.ts';
import { impRules } from './impRules.ts';
import { each, exclusive, isGiven, pair, uniqueIds, type Rule } from './rules.ts';

const EXCLUSIVE = [
  ['wseat', 'bseat'],
  ['acat', 'bcat'],
  ['wlang', 'wlangb'],
];
const OOH_DEVICE = 8;

const source: Rule = (request, pointer) => {
  const given = ['site', 'app', 'dooh'].filter(name => isObject(get(request, name)));
  if (given.length > 1)
    return [{ pointer, section: '3.2.1', code: 'exclusive', params: { names: 'site, app, dooh' } }];
  const isMissing = given.length === 0 && !isPresent(get(request, 'dooh'));
  return isMissing ? [{ pointer, section: '3.2.1', code: 'source_missing', severity: 'warning' }] : [];
};

const venues: Rule = (dooh, pointer, { mode }) => {
  const taxonomy = numberOf(get(dooh, 'venuetypetax')) ?? OPENOOH_1_0;
  return listOf(get(dooh, 'venuetype')).flatMap((venue, index): Odd[] => {
    if (typeof venue !== 'string' || hasVenue(taxonomy, venue) !== false) return [];
    return [
      {
        pointer: pointerTo(pointer, 'venuetype', index),
        ...{ section: '3.2.32', code: 'venue_unknown', severity: byMode(mode) },
        params: { value: venue, taxonomy },
      },
    ];
  });
};

const dooh: Rule = (request, _, options) => {
  const value = get(request, 'dooh');
  if (!isObject(value)) return [];
  const isNamed = isGiven(value, 'id') || isGiven(value, 'venuetype');
  const nameless: Odd[] = isNamed ? [] : [{ pointer: '/dooh', section: '3.2.32', code: 'dooh_identity' }];
  return [...nameless, ...venues(value, '/dooh', options)];
};

const geo: Rule = (request, _, { profile, mode }) => {
  const value = getIn(request, 'device', 'geo');
  if (!isObject(value)) return [];
  const half = pair(value, '/device/geo', '3.2.19', ['lat', 'lon']);
  const isMissing = !isGiven(value, 'lat') && !isGiven(value, 'lon');
  if (profile === 'generic' || !isMissing) return half;
  const at = { pointer: '/device/geo', section: '7.9.2.5', severity: byMode(mode) };
  return [{ ...at, code: 'missing_dooh', params: { name: 'lat, lon' } }];
};

const screen: Rule = (request, _, { profile, mode }) => {
  if (profile === 'generic') return [];
  const type = getIn(request, 'device', 'devicetype');
  const odd: Odd[] = [];
  if (isPresent(type) && type !== OOH_DEVICE)
    odd.push({
      ...{ pointer: '/device/devicetype', section: '3.2.18', code: 'devicetype', severity: byMode(mode) },
      repair: [{ op: 'replace', path: '/device/devicetype', value: OOH_DEVICE }],
    });
  if (isObject(get(request, 'user')))
    odd.push({ pointer: '/user', section: '3.2.20', code: 'user_present', severity: 'warning' });
  return odd;
};

const schain: Rule = request => {
  const publisher = textOf(getIn(request, 'dooh', 'publisher', 'id'));
  const last = listOf(getIn(request, 'source', 'schain', 'nodes')).at(-1);
  const sid = textOf(get(last, 'sid'));
  if (publisher === undefined || sid === undefined || sid === publisher) return [];
  return [
    {
      ...{ pointer: '/dooh/publisher/id', section: '3.2.26', severity: 'warning' },
      code: 'schain_publisher',
    },
  ];
};

export const requestRules: Rule = (request, pointer, options) => [
  ...source(request, pointer, options),
  ...EXCLUSIVE.flatMap(names => exclusive(request, pointer, '3.2.1', names)),
  ...uniqueIds(get(request, 'imp'), '/imp', '3.2.4'),
  ...dooh(request, pointer, options),
  ...geo(request, pointer, options),
  ...screen(request, pointer, options),
  ...schain(request, pointer, options),
  ...each(objectOf(request), 'imp', pointer, options, impRules),
];
