/** One CAP message out of its node, whatever the order and the version of its parts. Lenient, with warnings. */
import {
  ALERT_TEXT,
  type AlertTexts,
  type AlertWarning,
  type CapKey,
} from '../../../shared/contract/alerts/alert.ts';
import {
  MAX_AREAS,
  MAX_GEOCODES,
  type AlertArea,
  type Geocode,
} from '../../../shared/contract/alerts/area.ts';
import * as words from '../../../shared/contract/alerts/cap.ts';
import { MAX_FENCE_POINTS } from '../../../shared/contract/playout/fence.ts';
import { cutText } from '../../../shared/alerts/cutText.ts';
import { CapRefusal } from './refusal.ts';
import { isNode, listOf, part, type Node } from './tree.ts';
import {
  circleOf,
  MAX_DOCUMENT_POINTS,
  plainAt,
  polygonOf,
  rawOf,
  textAt,
  timeAt,
  warnings,
  wordOf,
  type PointBudget,
  type Warn,
} from './values.ts';

export interface CapAlert {
  key: CapKey;
  status: words.CapStatus;
  msg_type: words.CapMessage;
  scope: words.CapScope;
  references: CapKey[];
  incidents: string[];
  category: words.Category[];
  event: string;
  urgency: words.Urgency;
  severity: words.Severity;
  certainty: words.Certainty;
  response_types: words.ResponseType[];
  texts: AlertTexts;
  effective_at: string | null;
  onset_at: string | null;
  expires_at: string | null;
  areas: AlertArea[];
  geocodes: Geocode[];
  isSigned: boolean;
  warnings: AlertWarning[];
}

/** Characters, and bytes: keys of the database hold no more. */
const MAX_ID = 500;
const MAX_ID_BYTES = 1_000;
const isLong = (id: string) => id.length > MAX_ID || Buffer.byteLength(id) > MAX_ID_BYTES;
const MAX_REFERENCES = 100;
const MAX_EVENT = 200;
/** More of a list of words are not looked at. */
const MAX_WORDS = 100;
/** Blocks of an alert: languages, and what else it says. */
const MAX_INFOS = 100;
const MAX_AREA_BLOCKS = 1_000;
const MAX_CODES_READ = 5_000;
/** Points that all polygons of an alert have together on a screen. */
const MAX_ALERT_POINTS = 5_000;
const NEEDS_INFO: readonly words.CapMessage[] = ['Alert', 'Update'];
/** What screens cut has a name people know it by. */
const BOUNDS = Object.entries(ALERT_TEXT) as [keyof typeof ALERT_TEXT, { most: number }][];

function identityOf(node: Node, warn: Warn): CapKey {
  const [identifier, sender] = [textAt(node, 'identifier'), textAt(node, 'sender')];
  const sent = timeAt(node, 'sent', warn);
  const missing = [
    ...(identifier === '' ? ['identifier'] : []),
    ...(sender === '' ? ['sender'] : []),
    ...(sent === null ? ['sent'] : []),
  ];
  if (sent === null || missing.length > 0)
    throw new CapRefusal('identity', `The message lacks ${missing.join(', ')}.`);
  if (isLong(identifier) || isLong(sender))
    throw new CapRefusal(
      'identity',
      `identifier and sender may have ${MAX_ID} characters and ${MAX_ID_BYTES} bytes at most.`,
    );
  if (/[\s,<&]/.test(identifier + sender))
    warn('identity', 'identifier or sender contains characters that CAP forbids.');
  return { identifier, sender, sent };
}

/** `sender,identifier,sent sender,identifier,sent`, or in JSON a list of objects. */
function referencesOf(node: Node, warn: Warn): CapKey[] {
  const named: Node[] = [];
  for (const one of listOf(part(node, 'references')).slice(0, MAX_REFERENCES + 1))
    if (isNode(one) && part(one, 'identifier') !== undefined) named.push(one);
    else
      for (const each of rawOf(one)
        .trim()
        .split(/\s+/, MAX_REFERENCES + 1)) {
        const [sender = '', identifier = '', sent = ''] = each.split(',', 3);
        if (each !== '') named.push({ sender, identifier, sent });
      }
  if (named.length > MAX_REFERENCES) warn('references', `Only ${MAX_REFERENCES} references are read.`);
  const found = named.slice(0, MAX_REFERENCES).map(one => referenceOf(one, warn));
  const read = found.filter(one => one !== null);
  if (read.length < found.length) warn('references', 'A reference could not be read.');
  return read;
}
function referenceOf(node: Node, warn: Warn): CapKey | null {
  const [identifier, sender] = [textAt(node, 'identifier'), textAt(node, 'sender')];
  const sent = timeAt(node, 'sent', warn);
  const isWhole = identifier !== '' && sender !== '' && !isLong(identifier) && !isLong(sender);
  return isWhole && sent !== null ? { identifier, sender, sent } : null;
}

function requiredWord<W extends string>(all: readonly W[], { node, name, warn }: Place): W {
  const found = wordOf(all, { node, name, warn });
  if (found === null)
    throw new CapRefusal(
      name,
      `${name} is “${cutText(textAt(node, name), 40)}”; expected one of ${all.join(', ')}.`,
    );
  return found;
}
interface Place {
  node: Node;
  name: string;
  warn: Warn;
}
function wordOr<W extends string>(all: readonly W[], otherwise: W, { node, name, warn }: Place): W {
  const found = wordOf(all, { node, name, warn });
  if (found === null) warn('word', `${name} is “${cutText(textAt(node, name), 40)}”; taken as ${otherwise}.`);
  return found ?? otherwise;
}
const wordsOf = <W extends string>(all: readonly W[], { node, name, warn }: Place): W[] => {
  const values = listOf(part(node, name)).slice(0, MAX_WORDS);
  const found = values.map(value => wordOf(all, { node: { [name]: value }, name, warn }));
  if (found.includes(null)) warn('word', `A ${name} is not one of ${all.join(', ')}.`);
  return [...new Set(found.filter(one => one !== null))];
};

/** The texts of one language: what several blocks say in it stands in the most urgent. */
function textOfInfo(info: Node, warn: Warn) {
  const event = plainAt(info, 'event');
  const [description, instruction] = [plainAt(info, 'description'), plainAt(info, 'instruction')];
  const headline = plainAt(info, 'headline') || event || cutText(description, ALERT_TEXT.headline.most);
  const text = { headline, description, instruction, sender_name: plainAt(info, 'senderName') };
  for (const [name, { most }] of BOUNDS)
    if (text[name].length > most) warn('long', `${name} is longer than ${most} characters; screens cut it.`);
  return text;
}
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;
/** `en-US` is shown as `en`; Chinese in other scripts keeps its name. */
function languageOf(info: Node, warn: Warn): string {
  const text = textAt(info, 'language') || 'en-US';
  if (!LANGUAGE.test(text))
    warn('language', `“${cutText(text, 40)}” is not a language code; taken as English.`);
  const whole = LANGUAGE.test(text) ? text.toLowerCase() : 'en';
  return /^zh-(tw|hk|mo|hant)/.test(whole) ? 'zh-Hant' : (whole.split('-')[0] ?? 'en');
}

function codeOf(node: Node): Geocode | null {
  const [name, value] = [cutText(textAt(node, 'valueName'), 60), cutText(textAt(node, 'value'), 120)];
  return name === '' || value === '' ? null : { name, value };
}
const unique = <T>(all: readonly T[]) => [...new Map(all.map(one => [JSON.stringify(one), one])).values()];
const isNotNull = <T>(one: T | null): one is T => one !== null;

/** What is too much is left before anything is made of it. */
function placesOf(infos: readonly Node[], { warn, points }: Reading): Pick<CapAlert, 'areas' | 'geocodes'> {
  const blocks = infos
    .flatMap(info => listOf(part(info, 'area')))
    .filter(isNode)
    .slice(0, MAX_AREA_BLOCKS);
  const textsOf = (name: string) => [
    ...new Set(blocks.flatMap(block => listOf(part(block, name))).map(value => rawOf(value))),
  ];
  const [outlines, circles] = [textsOf('polygon'), textsOf('circle')];
  const named = blocks.flatMap(block => listOf(part(block, 'geocode'))).filter(isNode);
  const most = Math.min(
    MAX_FENCE_POINTS,
    Math.floor(MAX_ALERT_POINTS / Math.min(MAX_AREAS, outlines.length)),
  );
  const polygons = outlines.slice(0, MAX_AREAS).map(text => polygonOf(text, { warn, points, most }));
  const left = Math.max(0, MAX_AREAS - polygons.length);
  const areas = unique(
    [...polygons, ...circles.slice(0, left).map(text => circleOf(text, warn))].filter(isNotNull),
  );
  const codes = named.slice(0, MAX_CODES_READ).map(codeOf);
  if (codes.includes(null)) warn('geocode', 'A geocode has no name or no value.');
  const geocodes = unique(codes.filter(isNotNull));
  if (outlines.length + circles.length > MAX_AREAS || geocodes.length > MAX_GEOCODES)
    warn('places', `Only ${MAX_AREAS} areas and ${MAX_GEOCODES} geocodes are kept.`);
  if (areas.length + geocodes.length === 0)
    warn(
      'no_place',
      blocks.length === 0
        ? 'The message names no area.'
        : 'The area is only described in words, so screens cannot tell where it is.',
    );
  return { areas, geocodes: geocodes.slice(0, MAX_GEOCODES) };
}

const gradeOf = (info: Node, warn: Warn) => ({
  urgency: wordOr(words.URGENCIES, 'Unknown', { node: info, name: 'urgency', warn }),
  severity: wordOr(words.SEVERITIES, 'Unknown', { node: info, name: 'severity', warn }),
  certainty: wordOr(words.CERTAINTIES, 'Unknown', { node: info, name: 'certainty', warn }),
});
const latest = (times: (string | null)[]) =>
  times
    .filter(one => one !== null)
    .sort()
    .at(-1) ?? null;
const earliest = (times: (string | null)[]) => times.filter(one => one !== null).sort()[0] ?? null;

/** What all alerts of a document share, and what is noted of this one. */
interface Reading {
  warn: Warn;
  points: PointBudget;
}
export function readAlert(node: Node, points: PointBudget = { left: MAX_DOCUMENT_POINTS }): CapAlert {
  const { list, warn } = warnings();
  const key = identityOf(node, warn);
  const status = requiredWord(words.CAP_STATUSES, { node, name: 'status', warn });
  const msg_type = wordOr(words.CAP_MESSAGES, 'Alert', { node, name: 'msgType', warn });
  const scope = requiredWord(words.CAP_SCOPES, { node, name: 'scope', warn });
  const blocks = listOf(part(node, 'info')).filter(isNode);
  const infos = blocks.slice(0, MAX_INFOS);
  if (infos.length < blocks.length) warn('several_infos', `Only ${MAX_INFOS} info elements are read.`);
  if (infos.length === 0 && NEEDS_INFO.includes(msg_type))
    throw new CapRefusal('info', 'The message has no info element.');
  const graded = infos
    .map(info => ({ info, grade: gradeOf(info, warn) }))
    .sort((a, b) => words.priorityOf(a.grade) - words.priorityOf(b.grade));
  const [worst] = graded;
  const texts: AlertTexts = {};
  for (const { info } of graded) {
    const language = languageOf(info, warn);
    if (texts[language] === undefined) texts[language] = textOfInfo(info, warn);
    else warn('several_infos', 'It says several things in one language; the most urgent is shown.');
  }
  const first = worst?.info ?? {};
  const at = (name: string) => infos.map(info => timeAt(info, name, warn));
  const expires_at = latest(at('expires'));
  if (expires_at === null && NEEDS_INFO.includes(msg_type))
    warn('no_expires', 'The message has no expires; the default for its priority is used.');
  const references = referencesOf(node, warn);
  if (references.length === 0 && (msg_type === 'Update' || msg_type === 'Cancel'))
    warn('references', `A message of type ${msg_type} must reference the alert it is about.`);
  const event = plainAt(first, 'event');
  if (worst !== undefined && event === '') warn('event', 'The message names no event.');
  const grade = worst?.grade ?? { urgency: 'Unknown', severity: 'Unknown', certainty: 'Unknown' };
  const category = wordsOf(words.CATEGORIES, { node: first, name: 'category', warn });
  if (worst !== undefined && category.length === 0)
    warn('word', 'The message names no category; taken as Other.');
  return {
    ...{ key, status, msg_type, scope, references, ...grade, texts },
    incidents: textAt(node, 'incidents')
      .split(/\s+/)
      .filter(one => one !== '')
      .slice(0, MAX_REFERENCES),
    category: category.length === 0 ? ['Other'] : category,
    event: cutText(event || 'Alert', MAX_EVENT),
    response_types: wordsOf(words.RESPONSE_TYPES, { node: first, name: 'responseType', warn }),
    effective_at: earliest(at('effective')),
    onset_at: earliest(at('onset')),
    expires_at,
    ...(infos.length === 0 ? { areas: [], geocodes: [] } : placesOf(infos, { warn, points })),
    isSigned: part(node, 'Signature') !== undefined,
    warnings: list,
  };
}
