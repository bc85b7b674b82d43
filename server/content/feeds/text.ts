/** Texts of feeds as plain text: without markup, entities, or what no screen can show. */
import { decodeHTML, decodeXML } from 'entities';
import { UNSTORABLE } from '../../db/rows.ts';

const UNSHOWN = /<(script|style|template|iframe)\b[\s\S]*?(<\/\1\s*>|$)/gi;
const COMMENTS = /<!--[\s\S]*?(-->|$)/g;
const TAGS = /<\/?[a-z!?][^>]*(>|$)/gi;
const BROKEN = new RegExp(`${UNSTORABLE.source}|[\\p{Cc}\\p{Bidi_Control}]`, 'gu');

/** The parser of XML leaves entities alone: what they stand for may be markup again. */
export function plainText(markup: string): string {
  const html = decodeXML(markup);
  const bare = html.replace(UNSHOWN, ' ').replace(COMMENTS, ' ').replace(TAGS, ' ');
  return decodeHTML(bare).replace(/\s+/g, ' ').replace(BROKEN, '').normalize('NFC').trim();
}

const ELLIPSIS = '…';
/** Ends with a whole word where one ends near enough. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '');
  const word = cut.replace(/\s+\S*$/, '');
  return `${(word.length > most / 2 ? word : cut).trimEnd()}${ELLIPSIS}`;
}
