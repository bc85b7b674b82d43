/** Reads one XML document in a thread of its own: one that is made for it keeps a parser busy for seconds. */
import { parentPort, workerData } from 'node:worker_threads';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** No entity is expanded and no document type is read: neither can make a small feed a large one. */
const XML = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});
const text = /** @type {string} */ (workerData);
const isWellFormed = XMLValidator.validate(text) === true;
/** As text: to take over an object of many parts would keep the other side as busy. */
parentPort?.postMessage(isWellFormed ? JSON.stringify(XML.parse(text)) : null);
