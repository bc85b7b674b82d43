/**
 * A document of alerts: CAP in XML or JSON, alone or in the wrappers it is found in: `alerts`, Atom, RSS, EDXL, the
 * JSON of the National Weather Service. Each alert is read or refused for itself.
 */
import { MAX_CAP_BYTES } from '../../../shared/contract/alerts/alertCalls.ts';
import { decode } from './decode.ts';
import { fromNws, isNws } from './nws.ts';
import { readAlert, type CapAlert } from './readAlert.ts';
import { CapRefusal } from './refusal.ts';
import { CDATA, isNode, listOf, part, readJson, readXml, type Node } from './tree.ts';
import { MAX_DOCUMENT_POINTS, rawOf, textOf } from './values.ts';

const MAX_ALERTS = 1_000;
export interface ReadDocument {
  alerts: CapAlert[];
  /** By their place in the document, from 0. */
  refused: { index: number; code: string; message: string }[];
  /** Where entries of a feed name documents instead of holding them. */
  links: EntryLink[];
}
export interface EntryLink {
  url: string;
  /** When the feed says that it changed; '' where it says nothing. */
  updated: string;
}
/** An alert, or an entry of a feed that holds none. */
type Found = Node | CapRefusal;

const isAlert = (name: string, value: unknown) => name.toLowerCase() === 'alert' && isNode(value);
const ENTRIES = ['entry', 'item'];
/** A document within a text, escaped or as a section. */
const INNER = /^\s*(<\?xml[\s\S]*?\?>\s*)?<([\w.-]+:)?alert[\s>]/;

function inText(value: unknown, isInner: boolean): Found[] {
  const text = !isInner && (isNode(value) || typeof value === 'string') ? rawOf(value).trim() : '';
  if (!INNER.test(text)) return [];
  try {
    return within(readXml(text), true);
  } catch (error) {
    if (error instanceof CapRefusal) return [error];
    throw error;
  }
}

/** One for all: a document may have a hundred thousand of them. */
const WITHOUT_MESSAGE = new CapRefusal('identity', 'This entry contains no CAP message.');

/**
 * All alerts below a node; one within another is none of its own. A document within a text is opened, and none within
 * that, because each would be read once more for each that it lies in.
 */
function within(node: Node, isInner = false): Found[] {
  return Object.entries(node).flatMap(([name, value]) =>
    listOf(value).flatMap((one): Found[] => {
      if (isAlert(name, one)) return isWrapper(one as Node) ? within(one as Node, isInner) : [one as Node];
      const isText = !isNode(one) || part(one, CDATA) !== undefined;
      const held = isText ? inText(one, isInner) : within(one, isInner);
      const found = held.length > 0 || isText ? held : inText(one, isInner);
      return ENTRIES.includes(name) && found.length === 0 ? [WITHOUT_MESSAGE] : found;
    }),
  );
}
/** JSON wraps an alert in `{"alert": {…}}`, some in `{"alert": {"alert": …}}`. */
const isWrapper = (node: Node) => part(node, 'identifier') === undefined && isNode(part(node, 'alert'));

/** Links of entries, which a feed is followed by. */
function linksOf(tree: Node): EntryLink[] {
  const links: EntryLink[] = [];
  const open: unknown[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isNode(node)) continue;
    for (const [name, value] of Object.entries(node))
      for (const one of listOf(value)) {
        if (ENTRIES.includes(name) && isNode(one)) {
          const first = (names: string[]) =>
            names.map(each => textOf(part(one, each))).find(text => text !== '') ?? '';
          links.push({
            url: first(['link', 'id', 'guid']),
            updated: first(['updated', 'pubDate', 'published']),
          });
        } else open.push(one);
      }
  }
  return links.filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url));
}

function inJson(tree: unknown): Found[] {
  const found = listOf(tree).flatMap((one): Found[] => {
    if (!isNode(one)) return [];
    if (isNws(one)) return [fromNws(one)];
    if (part(one, 'identifier') !== undefined) return [one];
    const lists = ['features', 'alerts', '@graph'].flatMap(name => listOf(part(one, name)));
    const flat = lists.map(each =>
      isNode(each) && part(each, 'type') === undefined && part(each, 'messageType') !== undefined
        ? { type: 'Feature', properties: each }
        : each,
    );
    return flat.length > 0 ? inJson(flat) : within(one);
  });
  return found;
}

function foundIn(bytes: Buffer): { found: Found[]; links: EntryLink[]; notes: [string, string][] } {
  if (bytes.length > MAX_CAP_BYTES)
    throw new CapRefusal('size', `The document may have ${MAX_CAP_BYTES} bytes at most.`);
  const { text, isDamaged } = decode(bytes);
  const notes: [string, string][] = isDamaged
    ? [['encoding', 'Some characters do not match the declared encoding.']]
    : [];
  if (/^[\s\ufeff]*[[{]/.test(text)) {
    const { tree, isMended } = readJson(text);
    const found = inJson(tree);
    return {
      found,
      links: [],
      notes: isMended ? [...notes, ['commas', 'Trailing commas were ignored.']] : notes,
    };
  }
  const tree = readXml(text.trimStart());
  return { found: within(tree), links: linksOf(tree), notes };
}

export function readDocument(bytes: Buffer): ReadDocument {
  const { found, links, notes } = foundIn(bytes);
  if (found.length === 0) throw new CapRefusal('format', 'The document contains no CAP message.');
  if (found.length > MAX_ALERTS)
    throw new CapRefusal('size', `The document may contain ${MAX_ALERTS} alerts at most.`);
  const read: ReadDocument = { alerts: [], refused: [], links };
  const points = { left: MAX_DOCUMENT_POINTS };
  for (const [index, one] of found.entries())
    try {
      if (one instanceof CapRefusal) throw one;
      const alert = readAlert(one, points);
      alert.warnings.unshift(...notes.map(([code, message]) => ({ code, message })));
      read.alerts.push(alert);
    } catch (error) {
      if (!(error instanceof CapRefusal)) throw error;
      read.refused.push({ index, code: error.code, message: error.message });
    }
  return read;
}
