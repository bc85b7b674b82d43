/** Files a spreadsheet opens, read back into cells. */
import { inflateRawSync } from 'node:zlib';

const BOM = '\ufeff';

/** RFC 4180. */
export function readCsv(text: string): string[][] {
  const cells = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/gy;
  const rows: string[][] = [[]];
  const body = text.startsWith(BOM) ? text.slice(BOM.length) : text;
  for (const [whole, cell = '', end] of body.matchAll(cells)) {
    if (whole === '') break;
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter(row => row.length > 0);
}

const CENTRAL = 0x02_01_4b_50;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
/** Files of a zip archive by name: its central directory is read, nothing else. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = bytes.readUInt32LE(end + 16);
  while (bytes.readUInt32LE(at) === CENTRAL) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map(offset => bytes.readUInt16LE(at + offset));
    const local = bytes.readUInt32LE(at + 42);
    const from = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(from, from + size);
    const title = bytes.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + name!);
    files.set(title, (method === 0 ? packed : inflateRawSync(packed)).toString('utf8'));
    at += CENTRAL_BYTES + name! + extra! + comment!;
  }
  return files;
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const plain = (xml: string) =>
  xml.replace(/&(#x?[\da-f]+|\w+);/gi, (_, name: string) =>
    name.startsWith('#')
      ? String.fromCodePoint(Number(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1)))
      : (ENTITIES[name] ?? ''),
  );
const textOf = (xml: string) =>
  [...xml.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)].map(([, text = '']) => plain(text)).join('');

export type SheetCell = string | number | null;
/** The first sheet of an Excel file, row by row; a formula would be an error. */
export function readXlsx(bytes: Buffer): SheetCell[][] {
  const files = unzip(bytes);
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
  if (/<f[ >]/.test(sheet)) throw new Error('the sheet holds a formula');
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(
    ([, si = '']) => textOf(si),
  );
  const cellOf = (attributes: string, inner: string): SheetCell => {
    const type = /\bt="(\w+)"/.exec(attributes)?.[1];
    const value = /<v>([^<]*)<\/v>/.exec(inner)?.[1];
    if (type === 's') return shared[Number(value)] ?? '';
    if (type === 'inlineStr') return textOf(inner);
    return value === undefined ? null : type === 'str' ? plain(value) : Number(value);
  };
  /** `AB12` → 27: what is empty is left out of a row. */
  const columnOf = (attributes: string) =>
    [...(/\br="([A-Z]+)\d+"/.exec(attributes)?.[1] ?? '')].reduce(
      (n, letter) => n * 26 + letter.charCodeAt(0) - 64,
      0,
    ) - 1;
  return [...sheet.matchAll(/<row[ >].*?<\/row>|<row [^>]*\/>/gs)].map(([row]) => {
    const cells: SheetCell[] = [];
    for (const [, attributes = '', inner = ''] of row.matchAll(/<c( [^>]*?)?(?:\/>|>(.*?)<\/c>)/gs)) {
      const at = columnOf(attributes);
      while (cells.length < at) cells.push(null);
      cells.push(cellOf(attributes, inner));
    }
    return cells;
  });
}
