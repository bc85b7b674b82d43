/** Reads a Xibo file in a thread of its own: an archive or document made to harm ends the thread and not the server. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';

/** No entity is expanded and no document type is read: neither can make a small layout a large one. */
const XML = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});
const DOCUMENT = /(^|\/)(layout\.xml|[^/]+\.xlf)$/i;
const DESCRIPTION = /^(layout|mapping|playlist|nestedPlaylist)\.json$/;
/** A drive, a root, a step upwards, a backslash, or a character that no name holds. */
const OUTSIDE = /^[a-z]:|^\/|(^|\/)\.\.(\/|$)|\\|[\u0000-\u001f]/i;

/** @typedef {{ entries: number, unpacked: number, text: number }} Bounds */
/** @typedef {{ name: string, to: string, most: number }} Wanted */
class Refusal extends Error {}
const refuse = (/** @type {string} */ code) => {
  throw new Refusal(code);
};

/** @param {string} text */
function documentOf(text) {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) refuse('doctype');
  if (XMLValidator.validate(text) !== true) refuse('xml');
  return /** @type {unknown} */ (XML.parse(text));
}

/** @param {Uint8Array} bytes @param {Bounds} bounds */
function readArchive(bytes, bounds) {
  /** @type {{ name: string, bytes: number }[]} */
  const entries = [];
  let [unpacked, texts] = [0, 0];
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (OUTSIDE.test(name)) refuse('outside');
      entries.push({ name, bytes: originalSize });
      unpacked += originalSize;
      if (entries.length > bounds.entries) refuse('entries');
      if (unpacked > bounds.unpacked) refuse('unpacked');
      const isRead = DOCUMENT.test(name) || DESCRIPTION.test(name);
      if (!isRead) return false;
      texts += originalSize;
      if (texts > bounds.text) refuse('text');
      return true;
    },
  });
  /** @type {{ name: string, root: unknown }[]} */
  const documents = [];
  /** @type {Record<string, unknown>} */
  const descriptions = {};
  for (const [name, content] of Object.entries(files)) {
    const text = strFromU8(content).replace(/^\ufeff/, '');
    if (DOCUMENT.test(name)) documents.push({ name, root: documentOf(text) });
    else
      try {
        descriptions[name] = JSON.parse(text);
      } catch {
        refuse('json');
      }
  }
  return { entries, documents, descriptions };
}

/** @param {Uint8Array} bytes @param {Bounds} bounds */
function read(bytes, bounds) {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readArchive(bytes, bounds);
  if (bytes.length > bounds.text) refuse('text');
  const text = strFromU8(bytes).replace(/^\ufeff/, '');
  return { entries: [], documents: [{ name: '', root: documentOf(text) }], descriptions: {} };
}

/** @param {Uint8Array} bytes @param {Wanted} wanted */
function extract(bytes, { name, to, most }) {
  const files = unzipSync(bytes, {
    filter: file => file.name === name && (file.originalSize <= most || refuse('large')),
  });
  const content = files[name] ?? refuse('missing');
  writeFileSync(to, content, { flag: 'wx', mode: 0o600 });
  return { bytes: content.length };
}

const { path, bounds, wanted } = /** @type {{ path: string, bounds: Bounds, wanted?: Wanted }} */ (
  workerData
);
try {
  const bytes = readFileSync(path);
  /** As text: to take over an object of many parts would keep the other side as busy. */
  parentPort?.postMessage(JSON.stringify(wanted ? extract(bytes, wanted) : read(bytes, bounds)));
} catch (error) {
  parentPort?.postMessage(JSON.stringify({ refusal: error instanceof Refusal ? error.message : 'broken' }));
}
