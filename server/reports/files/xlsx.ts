/**
 * An Excel file as a stream: its parts are zipped as they are written, so that a million rows need no memory. Numbers
 * stay numbers, texts are inline strings: none is read as a formula.
 */
import { strToU8, Zip, ZipDeflate } from 'fflate';

export type XlsxCell = string | number | null;
type XlsxRow = readonly XlsxCell[];
export interface XlsxSheet {
  name: string;
  rows: AsyncIterable<XlsxRow> | Iterable<XlsxRow>;
  /** Rows that stay in sight. */
  frozen: number;
  /** Of each column, in characters. */
  widths: readonly number[];
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
/** What a cell holds at most. */
const MAX_CELL_CHARS = 32_767;
const MAX_NAME_CHARS = 31;
const FLUSH_CHARS = 65_536;
const LEVEL = 4;
const BOLD = 1;
/** Characters that XML cannot hold: controls, and halves of pairs. */
const NO_XML = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
/** Excel reads `_x0041_` as a letter. */
const ESCAPED = /_(?=x[0-9a-f]{4}_)/gi;

const xmlOf = (text: string) =>
  text
    .slice(0, MAX_CELL_CHARS)
    .replace(NO_XML, '')
    .replace(ESCAPED, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

function cellOf(value: XlsxCell, style: number): string {
  const look = style === 0 ? '' : ` s="${style}"`;
  if (value === null || value === '') return `<c${look}/>`;
  if (typeof value === 'number')
    return Number.isFinite(value) ? `<c${look}><v>${value}</v></c>` : `<c${look}/>`;
  return `<c t="inlineStr"${look}><is><t xml:space="preserve">${xmlOf(value)}</t></is></c>`;
}
const rowOf = (cells: XlsxRow, isHead: boolean) =>
  `<row>${cells.map(value => cellOf(value, isHead ? BOLD : 0)).join('')}</row>`;

function sheetHead({ frozen, widths }: XlsxSheet): string {
  const view =
    frozen === 0
      ? '<sheetView workbookViewId="0"/>'
      : `<sheetView workbookViewId="0"><pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/></sheetView>`;
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews>${view}</sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

/** Everything but the rows. */
function parts(sheets: readonly XlsxSheet[]): [path: string, xml: string][] {
  const each = (make: (n: number, sheet: XlsxSheet) => string) =>
    sheets.map((sheet, i) => make(i + 1, sheet)).join('');
  const styles = sheets.length + 1;
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${each(n => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((n, { name }) => `<sheet name="${xmlOf(sheetName(name))}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each(n => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${styles}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
    ],
  ];
}
/** Signs that a sheet's name may not have. */
const sheetName = (name: string) => name.replace(/[:\\/?*[\]]/g, ' ').slice(0, MAX_NAME_CHARS);

export async function* xlsxFile(sheets: readonly XlsxSheet[]): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let fault: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) fault = error;
    else ready.push(chunk);
  });
  function* take(): Generator<Uint8Array> {
    if (fault) throw fault;
    const chunks = ready;
    ready = [];
    yield* chunks;
  }
  const begin = (path: string) => {
    const file = new ZipDeflate(path, { level: LEVEL });
    zip.add(file);
    return file;
  };
  for (const [path, xml] of parts(sheets)) {
    begin(path).push(strToU8(xml), true);
    yield* take();
  }
  for (const [i, sheet] of sheets.entries()) {
    const file = begin(`xl/worksheets/sheet${i + 1}.xml`);
    let waiting = sheetHead(sheet);
    let row = 0;
    for await (const cells of sheet.rows) {
      waiting += rowOf(cells, row++ < sheet.frozen);
      if (waiting.length < FLUSH_CHARS) continue;
      file.push(strToU8(waiting));
      waiting = '';
      yield* take();
    }
    file.push(strToU8(`${waiting}</sheetData></worksheet>`), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
