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
import { CapRefusal } from './refusal.ts';
import { isNode, listOf, part, type Node } from './tree.ts';
import {
  circleOf,
  plainAt,
  polygonOf,
  textAt,
  textOf,
  timeAt,
  warnings,
  wordOf,
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

const MAX_ID = 500;
const MAX_REFERENCES = 100;
const MAX_EVENT = 200;
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
  if (identifier.length > MAX_ID || sender.length > MAX_ID)
    throw new CapRefusal('identity', `identifier and sender may have ${MAX_ID} characters at most.`);
  if (/[\s,<&]/.test(identifier + sender))
    warn('identity', 'identifier or sender contains characters that CAP forbids.');
  return { identifier, sender, sent };
}

/** `sender,identifier,sent sender,identifier,sent`, or in JSON a list of objects. */
function referencesOf(node: Node, warn: Warn): CapKey[] {
  const found = listOf(part(node, 'references')).flatMap((one): (CapKey | null)[] => {
    if (isNode(one) && part(one, 'identifier') !== undefined) return [referenceOf(one, warn)];
    return textOf(one)
      .split(/\s+/)
      .filter(each => each !== '')
      .map(each => {
        const [sender = '', identifier = '', sent = ''] = each.split(',');
        return referenceOf({ sender, identifier, sent }, warn);
      });
  });
  const read = found.filter(one => one !== null);
  if (read.length < found.length) warn('references', 'A reference could not be read.');
  return read.slice(0, MAX_REFERENCES);
}
function referenceOf(node: Node, warn: Warn): CapKey | null {
  const [identifier, sender] = [textAt(node, 'identifier'), textAt(node, 'sender')];
  const sent = timeAt(node, 'sent', warn);
  return identifier === '' || sender === '' || sent === null ? null : { identifier, sender, sent };
}

function requiredWord<W extends string>(all: readonly W[], { node, name, warn }: Place): W {
  const found = wordOf(all, { node, name, warn });
  if (found === null)
    throw new CapRefusal(
      name,
      `${name} is “${textAt(node, name).slice(0, 40)}”; expected one of ${all.join(', ')}.`,
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
  if (found === null) warn('word', `${name} is “${textAt(node, name).slice(0, 40)}”; taken as ${otherwise}.`);
  return found ?? otherwise;
}
const wordsOf = <W extends string>(all: readonly W[], { node, name, warn }: Place): W[] => {
  const found = listOf(part(node, name)).map(value => wordOf(all, { node: { [name]: value }, name, warn }));
  if (found.includes(null)) warn('word', `A ${name} is not one of ${all.join(', ')}.`);
  return [...new Set(found.filter(one => one !== null))];
};

/** The texts of one language: what several blocks say in it stands in the most urgent. */
function textOfInfo(info: Node, warn: Warn) {
  const event = plainAt(info, 'event');
  const [description, instruction] = [plainAt(info, 'description'), plainAt(info, 'instruction')];
  const headline = plainAt(info, 'headline') || event || description.slice(0, ALERT_TEXT.headline.most);
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
    warn('language', `“${text.slice(0, 40)}” is not a language code; taken as English.`);
  const whole = LANGUAGE.test(text) ? text.toLowerCase() : 'en';
  return /^zh-(tw|hk|mo|hant)/.test(whole) ? 'zh-Hant' : (whole.split('-')[0] ?? 'en');
}

function placesOf(infos: readonly Node[], warn: Warn): { areas: AlertArea[]; geocodes: Geocode[] } {
  const blocks = infos.flatMap(info => listOf(part(info, 'area'))).filter(isNode);
  const shapes = blocks.flatMap(block => [
    ...listOf(part(block, 'polygon')).map(value => polygonOf(textOf(value), warn)),
    ...listOf(part(block, 'circle')).map(value => circleOf(textOf(value), warn)),
  ]);
  const codes = blocks.flatMap(block =>
    listOf(part(block, 'geocode'))
      .filter(isNode)
      .map(code => ({
        name: textAt(code, 'valueName').slice(0, 60),
        value: textAt(code, 'value').slice(0, 120),
      }))
      .filter(({ name, value }) => name !== '' && value !== ''),
  );
  const unique = <T>(all: readonly T[]) => [...new Map(all.map(one => [JSON.stringify(one), one])).values()];
  const areas = unique(shapes.filter(one => one !== null));
  const geocodes = unique(codes);
  if (areas.length > MAX_AREAS || geocodes.length > MAX_GEOCODES)
    warn('places', `Only ${MAX_AREAS} areas and ${MAX_GEOCODES} geocodes are kept.`);
  if (areas.length + geocodes.length === 0)
    warn(
      'no_place',
      blocks.length === 0
        ? 'The message names no area.'
        : 'The area is only described in words, so screens cannot tell where it is.',
    );
  return { areas: areas.slice(0, MAX_AREAS), geocodes: geocodes.slice(0, MAX_GEOCODES) };
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

export function readAlert(node: Node): CapAlert {
  const { list, warn } = warnings();
  const key = identityOf(node, warn);
  const status = requiredWord(words.CAP_STATUSES, { node, name: 'status', warn });
  const msg_type = wordOr(words.CAP_MESSAGES, 'Alert', { node, name: 'msgType', warn });
  const scope = requiredWord(words.CAP_SCOPES, { node, name: 'scope', warn });
  const infos = listOf(part(node, 'info')).filter(isNode);
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
    event: (event || 'Alert').slice(0, MAX_EVENT),
    response_types: wordsOf(words.RESPONSE_TYPES, { node: first, name: 'responseType', warn }),
    effective_at: earliest(at('effective')),
    onset_at: earliest(at('onset')),
    expires_at,
    ...(infos.length === 0 ? { areas: [], geocodes: [] } : placesOf(infos, warn)),
    isSigned: part(node, 'Signature') !== undefined,
    warnings: list,
  };
}
