/** A UBL of ours as @e-invoice-eu/core sees it: read element by element, validated by its schema of EN 16931, written again. */
import { InvoiceService, invoiceSchema, type Invoice } from '@e-invoice-eu/core';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: readonly XmlElement[];
}
type Parsed = Record<string, unknown>;
const parser = new XMLParser({
  ...{ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '' },
  ...{ parseTagValue: false, parseAttributeValue: false, trimValues: false, ignoreDeclaration: true },
});
const TEXT = '#text';
const ATTRIBUTES = ':@';
function elementOf(parsed: Parsed): XmlElement {
  const name = Object.keys(parsed).find(key => key !== ATTRIBUTES) ?? '';
  const inside = parsed[name] as Parsed[];
  const children = inside.filter(one => !(TEXT in one)).map(elementOf);
  const text = children.length > 0 ? '' : inside.map(one => String(one[TEXT])).join('');
  return { name, attributes: (parsed[ATTRIBUTES] ?? {}) as Record<string, string>, text, children };
}
function rootOf(xml: string): XmlElement {
  const [root] = (parser.parse(xml) as Parsed[]).filter(one => !(TEXT in one));
  return elementOf(root ?? {});
}

/** The library has one form for both documents, and writes a credit note with its own names. */
const OF_CREDIT_NOTES: readonly (readonly [string, string])[] = [
  ['cbc:CreditNoteTypeCode', 'cbc:InvoiceTypeCode'],
  ['cac:CreditNoteLine', 'cac:InvoiceLine'],
  ['cbc:CreditedQuantity', 'cbc:InvoicedQuantity'],
];
const nameInLibrary = (name: string) => OF_CREDIT_NOTES.find(([own]) => own === name)?.[1] ?? name;

interface Schema {
  type?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
}
/** The library's own form: attributes beside their element, lists where its schema has lists. */
function jsonOf({ children, text }: XmlElement, schema: Schema | undefined): unknown {
  if (children.length === 0) return text;
  const json: Record<string, unknown> = {};
  for (const child of children) {
    const name = nameInLibrary(child.name);
    const property = schema?.properties?.[name];
    const isList = property?.type === 'array';
    const value = jsonOf(child, isList ? property?.items : property);
    const before = json[name] as unknown[] | undefined;
    json[name] = isList ? [...(before ?? []), value] : before === undefined ? value : [before, value];
    for (const [key, attribute] of Object.entries(child.attributes)) json[`${name}@${key}`] = attribute;
  }
  return json;
}

/** What the library asks for, or cannot hold, although EN 16931 does not. */
const PEPPOL_ADDRESS = { 'cbc:EndpointID': 'nobody@test.example', 'cbc:EndpointID@schemeID': 'EM' };
const PEPPOL_PROCESS = 'cbc:ProfileID';
const CLAIM = 'cbc:CustomizationID';
const ADDRESS = 'cbc:EndpointID';
const PARTIES = ['cac:AccountingSupplierParty', 'cac:AccountingCustomerParty'];
/** A price may have any number of decimals (BT-146); the library takes two. */
const PRICE = 'cbc:PriceAmount';
const isLongPrice = ({ name, text }: XmlElement) => name === PRICE && /\.\d{3,}$/.test(text);

const changed = (element: XmlElement, change: (one: XmlElement) => XmlElement): XmlElement =>
  change({ ...element, children: element.children.map(child => changed(child, change)) });
const withShortPrices = (root: XmlElement) =>
  changed(root, one => (isLongPrice(one) ? { ...one, text: Number(one.text).toFixed(2) } : one));
const childOf = ({ children }: XmlElement, name: string) => children.find(child => child.name === name);
const isIn = (element: XmlElement | undefined, name: string) =>
  element !== undefined && childOf(element, name) !== undefined;
/** Leaves out of the library's text what it has added to ours. */
function withoutAdditions(theirs: XmlElement, ours: XmlElement): XmlElement {
  const children = theirs.children
    .filter(({ name }) => ![PEPPOL_PROCESS, CLAIM].includes(name) || isIn(ours, name))
    .map(child => {
      if (!PARTIES.includes(child.name)) return child;
      const party = childOf(ours, child.name)?.children[0];
      return changed(child, one => ({
        ...one,
        children: one.children.filter(({ name }) => name !== ADDRESS || isIn(party, ADDRESS)),
      }));
    });
  return { ...theirs, children };
}

/** Each element in the order of the text, with its attributes and its value. */
function linesOf({ name, attributes, text, children }: XmlElement, path = ''): string[] {
  const own = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${value}"`)
    .toSorted();
  const here = `${path}/${name}`;
  return [`${here}${own.join('')} ${text}`.trim(), ...children.flatMap(child => linesOf(child, here))];
}

const QUIET = { log: () => {}, info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
interface SchemaError {
  instancePath: string;
  keyword: string;
  params: { missingProperty?: string; additionalProperty?: string };
}
const nameOf = ({ instancePath, keyword, params }: SchemaError) =>
  [instancePath.replace('/ubl:Invoice', ''), params.missingProperty ?? params.additionalProperty]
    .filter(Boolean)
    .join('/')
    .concat(` ${keyword}`)
    .replace(/^\//, '');

/** What is wrong with it: nothing where the library takes it and writes the same elements, attributes and values in the same order. */
export async function findingsOf(xml: string): Promise<string[]> {
  const form = XMLValidator.validate(xml);
  if (form !== true) return [`XML ${form.err.code}`];
  const ours = rootOf(xml);
  const short = withShortPrices(ours);
  const body = jsonOf(short, (invoiceSchema as Schema).properties?.['ubl:Invoice']) as Parsed;
  for (const name of PARTIES) {
    const party = (body[name] as Parsed | undefined)?.['cac:Party'] as Parsed | undefined;
    if (party !== undefined && !(ADDRESS in party)) Object.assign(party, PEPPOL_ADDRESS);
  }
  try {
    const invoice = { 'ubl:Invoice': body } as unknown as Invoice;
    const text = await new InvoiceService(QUIET).generate(invoice, { format: 'UBL', lang: 'en' });
    const theirs = linesOf(withoutAdditions(rootOf(String(text)), ours));
    return linesOf(short).flatMap((line, nth) =>
      line === theirs[nth] ? [] : [`${line} stands where the library writes ${theirs[nth] ?? 'nothing'}`],
    );
  } catch (error) {
    const { errors } = error as { errors?: SchemaError[] };
    if (errors === undefined) throw error;
    return errors.map(nameOf);
  }
}
