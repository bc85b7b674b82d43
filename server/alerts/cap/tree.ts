/** A document as a tree of named parts: XML without its namespaces, or JSON. No document type, no entity, no network. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { MAX_CAP_DEPTH } from '../../../shared/contract/alerts/alertCalls.ts';
import { CapRefusal } from './refusal.ts';

export type Node = Readonly<Record<string, unknown>>;
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
/** A part by its own name, never one that every object has. */
export const part = (node: Node, name: string): unknown =>
  Object.hasOwn(node, name) ? node[name] : undefined;
export const CDATA = '#cdata';

const tooDeep = () => new CapRefusal('depth', `Elements may be nested ${MAX_CAP_DEPTH} deep at most.`);

const XML = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  cdataPropName: CDATA,
});
const broken = () => new CapRefusal('broken', 'The document is not well-formed XML.');
/** Each is one piece: what stands in it opens nothing. */
const PIECES = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Before anything is built of it, because a parser may recurse; once through, whatever stands there. */
function requireShallowXml(text: string): void {
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const piece = PIECES.find(([begin]) => text.startsWith(begin, at));
    const end = text.indexOf(piece?.[1] ?? '>', at + 1);
    if (end < 0) throw broken();
    if (piece === undefined) {
      if (text[at + 1] === '/') depth--;
      else if (text[end - 1] !== '/' && ++depth > MAX_CAP_DEPTH) throw tooDeep();
    }
    at = end + 1;
  }
}

export function readXml(text: string): Node {
  if (/<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text))
    throw new CapRefusal('doctype', 'Documents with a DOCTYPE are not accepted.');
  requireShallowXml(text);
  try {
    if (XMLValidator.validate(text) === true) {
      const tree: unknown = XML.parse(text);
      if (isNode(tree)) return tree;
    }
  } catch (cause) {
    throw new CapRefusal('broken', 'The XML could not be read.', { cause });
  }
  throw broken();
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Where the text in quotes that begins here ends; one that is not closed goes to the end of the document. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

/** Strings are left alone; commas that nothing follows go. Once through, whatever stands there. */
const TOKENS = /["[\]{},]/g;
const CLOSES_NEXT = /\s*[\]}]/y;
export function readJson(text: string): { tree: unknown; isMended: boolean } {
  const source = text.replace(/^\ufeff/, '');
  const pieces: string[] = [];
  let [depth, kept] = [0, 0];
  const tokens = new RegExp(TOKENS);
  for (let found = tokens.exec(source); found !== null; found = tokens.exec(source)) {
    const [token] = found;
    if (token === '"') tokens.lastIndex = endOfString(source, found.index);
    else if (token === ',') {
      CLOSES_NEXT.lastIndex = found.index + 1;
      if (!CLOSES_NEXT.test(source)) continue;
      pieces.push(source.slice(kept, found.index));
      kept = found.index + 1;
    } else if (token === '}' || token === ']') depth--;
    else if (++depth > MAX_CAP_DEPTH) throw tooDeep();
  }
  const mended = [...pieces, source.slice(kept)].join('');
  try {
    return { tree: JSON.parse(mended) as unknown, isMended: pieces.length > 0 };
  } catch (cause) {
    throw new CapRefusal('broken', 'The document is not valid JSON.', { cause });
  }
}
