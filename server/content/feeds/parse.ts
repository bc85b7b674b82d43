/** RSS, Atom and JSON Feed as entries of named texts, so that a mapping sees no difference. */
import { decodeXML } from 'entities';
import type { Feed } from '../../../shared/contract/content/feed.ts';
import { runInThread } from '../thread.ts';
import { plainText } from './text.ts';

/** Parts by name: `title`, `summary`, `link` … and whatever else its feed has. */
export type Entry = Readonly<Record<string, string>>;
export interface ParsedFeed {
  title: string;
  entries: Entry[];
}
export class FeedError extends Error {
  readonly fault: 'doctype' | 'broken' | 'format';
  constructor(fault: FeedError['fault'], text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = 'FeedError';
    this.fault = fault;
  }
}

export const MAX_ENTRIES = 100;
const MAX_PART_CHARS = 20_000;
const MAX_PARTS = 60;

/** An ampersand in an address begins no entity but those of XML. */
const LINK = /^\s*https?:\/\/\S+\s*$/i;

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
/** What stands in an element, or in the first of several. */
function textOf(value: unknown): string {
  const [first] = listOf(value);
  const raw = isNode(first) ? first['#text'] : first;
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw).slice(0, MAX_PART_CHARS) : '';
}
const attribute = (value: unknown, name: string) => textOf(nodeOf(value)[`@${name}`]);
const firstOf = (...texts: string[]) => texts.find(text => text.trim() !== '') ?? '';

/** Every element or field that is a text, by its own name; the names all formats share go before it. */
function entryOf(node: Node, shared: Record<string, string>): Entry {
  const own = Object.entries(node)
    .slice(0, MAX_PARTS)
    .map(([name, value]) => [name, textOf(value)] as const);
  const parts = Object.entries({ ...Object.fromEntries(own), ...shared });
  return Object.fromEntries(
    parts
      .map(([name, value]) => [name, LINK.test(value) ? decodeXML(value).trim() : plainText(value)] as const)
      .filter(([, value]) => value !== ''),
  );
}

const WORKER = 'server/content/feeds/xmlWorker.js';
/** A feed of two megabytes of items takes a tenth of it. */
const BOUNDS = { limit_ms: 3_000, heap_mb: 256 };

async function readXml(text: string): Promise<Node> {
  if (/<!DOCTYPE|<!ENTITY/i.test(text))
    throw new FeedError('doctype', 'A feed with a document type is not read.');
  const read = await runInThread<string | null>(WORKER, text, BOUNDS).catch((cause: unknown) => {
    throw new FeedError('broken', 'This XML is not read.', { cause });
  });
  if (read === null) throw new FeedError('broken', 'This is no well-formed XML.');
  return nodeOf(JSON.parse(read));
}

const isPicture = (node: unknown) =>
  attribute(node, 'type').startsWith('image/') || attribute(node, 'medium') === 'image';
function pictureOf(item: Node): string {
  const media = [...listOf(item['media:content']), ...listOf(nodeOf(item['media:group'])['media:content'])];
  return firstOf(
    ...[...listOf(item['enclosure']), ...media].filter(isPicture).map(node => attribute(node, 'url')),
    attribute(listOf(item['media:thumbnail'])[0], 'url'),
    attribute(listOf(item['itunes:image'])[0], 'href'),
    textOf(nodeOf(item['image'])['url']),
  );
}

async function readRss(text: string): Promise<ParsedFeed> {
  const root = await readXml(text);
  const rdf = nodeOf(root['rdf:RDF']);
  const channel = nodeOf(nodeOf(root['rss'])['channel'] ?? rdf['channel']);
  if (Object.keys(channel).length === 0) throw new FeedError('format', 'This is no RSS feed.');
  const items = listOf(channel['item'] ?? rdf['item']).filter(isNode);
  const entries = items.slice(0, MAX_ENTRIES).map(item =>
    entryOf(item, {
      summary: firstOf(textOf(item['description']), textOf(item['content:encoded'])),
      content: textOf(item['content:encoded']),
      published: firstOf(textOf(item['pubDate']), textOf(item['dc:date'])),
      author: firstOf(textOf(item['dc:creator']), textOf(item['author'])),
      category: textOf(item['category']),
      image: pictureOf(item),
    }),
  );
  return { title: plainText(textOf(channel['title'])), entries };
}

async function readAtom(text: string): Promise<ParsedFeed> {
  const feed = nodeOf((await readXml(text))['feed']);
  if (Object.keys(feed).length === 0) throw new FeedError('format', 'This is no Atom feed.');
  const linkOf = (entry: Node, rel: string) =>
    listOf(entry['link']).find(link => (attribute(link, 'rel') || 'alternate') === rel);
  const entries = listOf(feed['entry'])
    .filter(isNode)
    .slice(0, MAX_ENTRIES)
    .map(entry => {
      const enclosure = linkOf(entry, 'enclosure');
      return entryOf(entry, {
        guid: textOf(entry['id']),
        summary: firstOf(textOf(entry['summary']), textOf(entry['content'])),
        link: attribute(linkOf(entry, 'alternate'), 'href'),
        published: firstOf(textOf(entry['published']), textOf(entry['updated'])),
        author: textOf(nodeOf(listOf(entry['author'])[0])['name']),
        category: attribute(listOf(entry['category'])[0], 'term'),
        image: isPicture(enclosure) ? attribute(enclosure, 'href') : pictureOf(entry),
      });
    });
  return { title: plainText(textOf(feed['title'])), entries };
}

function readJson(text: string): ParsedFeed {
  let feed: Node;
  try {
    feed = nodeOf(JSON.parse(text));
  } catch (cause) {
    throw new FeedError('broken', 'This is no JSON.', { cause });
  }
  if (!Array.isArray(feed['items'])) throw new FeedError('format', 'This is no JSON feed.');
  const entries = feed['items'].filter(isNode).slice(0, MAX_ENTRIES);
  return {
    title: plainText(textOf(feed['title'])),
    entries: entries.map(item =>
      entryOf(item, {
        guid: textOf(item['id']),
        link: firstOf(textOf(item['url']), textOf(item['external_url'])),
        summary: firstOf(textOf(item['summary']), textOf(item['content_text']), textOf(item['content_html'])),
        published: firstOf(textOf(item['date_published']), textOf(item['date_modified'])),
        author: textOf(nodeOf(listOf(item['authors'] ?? item['author'])[0])['name']),
        category: textOf(item['tags']),
        image: firstOf(textOf(item['image']), textOf(item['banner_image'])),
      }),
    ),
  };
}

const READERS: Readonly<Record<Feed['format'], (text: string) => ParsedFeed | Promise<ParsedFeed>>> = {
  rss: readRss,
  atom: readAtom,
  json: readJson,
};
/** What charset it names is passed over: feeds are UTF-8, or their letters are lost. */
export const parseFeed = async (bytes: Buffer, format: Feed['format']): Promise<ParsedFeed> =>
  READERS[format](bytes.toString('utf8').replace(/^\ufeff/, ''));
