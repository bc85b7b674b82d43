/** Which field somebody meant who wrote a name that OpenRTB does not have. */

/** Names seen in the wild, the examples of the IAB's own DOOH chapter among them. */
const ALIASES: Record<string, string> = {
  long: 'lon',
  lng: 'lon',
  longitude: 'lon',
  latitude: 'lat',
  venuetax: 'venuetypetax',
  venuetypeid: 'venuetype',
  venuetypes: 'venuetype',
  currency: 'cur',
  currencies: 'cur',
  width: 'w',
  height: 'h',
  duration: 'dur',
  durations: 'rqddurs',
  imps: 'imp',
  floor: 'bidfloor',
  floorcur: 'bidfloorcur',
  creativeid: 'crid',
  campaignid: 'cid',
  advertiserdomain: 'adomain',
  timeout: 'tmax',
  expiry: 'exp',
  mime: 'mimes',
  impressionid: 'impid',
};

/** Fields that stand elsewhere, by object and name. The value is a path from the object. */
const MISPLACED: Record<string, string> = {
  'Device.ifa_type': 'ext/ifa_type',
  'Device.eids': 'ext/eids',
  'Deal.private_auction': '../../private_auction',
  'Imp.deals': 'pmp/deals',
  'Imp.multiplier': 'qty/multiplier',
  'BidRequest.geo': 'device/geo',
  'Bid.banner': 'adm',
};
export const placeOf = (object: string, name: string): string | undefined => {
  const key = `${object}.${name}`;
  return Object.hasOwn(MISPLACED, key) ? MISPLACED[key] : undefined;
};

/** How many letters must be changed, put in or taken out to make one of the other (Levenshtein). */
export function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const swap = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}

const LONGEST = 32;
const LETTERS_A_CHANGE = 3;
const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, '');

/** The field that was most probably meant, of those the object has; undefined where none is near. */
export function nearMiss(name: string, fields: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const wanted = plain(name);
  const alias = Object.hasOwn(ALIASES, wanted) ? ALIASES[wanted] : undefined;
  if (alias !== undefined && fields.includes(alias)) return alias;
  const same = fields.find(field => plain(field) === wanted);
  if (same !== undefined) return same;
  const allowed = Math.min(2, Math.floor(wanted.length / LETTERS_A_CHANGE));
  const near = fields
    .map(field => ({ field, away: distance(wanted, field) }))
    .filter(({ away }) => away <= allowed)
    .sort((a, b) => a.away - b.away);
  return near.length > 1 && near[0]!.away === near[1]!.away ? undefined : near[0]?.field;
}
