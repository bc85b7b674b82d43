/** A report in each format, piece by piece. */
import type { ReportFormat } from '../../../shared/contract/reports/report.ts';
import { csvHead, csvLine } from '../../../shared/web/csv.ts';
import type { ReportContent } from '../content/content.ts';
import type { ReportRow } from '../content/table.ts';
import { sheetOf, type ReportFacts, type Sheet } from './sheet.ts';
import { xlsxFile } from './xlsx.ts';

export const REPORT_TYPES: Record<ReportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson; charset=utf-8',
};
const TABLE_WIDTH = 18;
const ABOUT_WIDTHS = [34, 48];

export interface WrittenReport {
  content: ReportContent;
  facts: ReportFacts;
  /** Called after each row with how many there are so far. */
  onRow: (done: number) => void;
}

export function reportFile(format: ReportFormat, report: WrittenReport): AsyncIterable<string | Uint8Array> {
  const { content, facts } = report;
  const sheet = sheetOf(content, facts);
  switch (format) {
    case 'csv':
      return csvFile(sheet, counted(report));
    case 'jsonl':
      return jsonFile(report, counted(report));
    case 'xlsx':
      return xlsxFile([
        {
          name: content.labels('about.table'),
          rows: tableRows(sheet, counted(report)),
          frozen: 1,
          widths: sheet.heads.map(head => Math.max(TABLE_WIDTH, head.length + 2)),
        },
        { name: content.labels('about.about'), rows: aboutRows(sheet), frozen: 0, widths: ABOUT_WIDTHS },
      ]);
  }
}

async function* counted({ content, onRow }: WrittenReport): AsyncGenerator<ReportRow> {
  let done = 0;
  for await (const row of content.table.rows) {
    yield row;
    onRow(++done);
  }
}

async function* tableRows({ heads, cellsOf }: Sheet, rows: AsyncIterable<ReportRow>) {
  yield heads;
  for await (const row of rows) yield cellsOf(row);
}
/** Written after the table, when its totals stand. */
function* aboutRows({ about, totals }: Sheet) {
  yield* about;
  yield* totals();
}

/** What it is of stands above the table, its totals below, each apart by an empty line. */
async function* csvFile({ about, heads, cellsOf, totals }: Sheet, rows: AsyncIterable<ReportRow>) {
  const [title = ['', null], ...more] = about;
  yield csvHead(title.map(String));
  for (const fact of more) yield csvLine(fact);
  yield csvLine([]);
  yield csvLine(heads);
  for await (const row of rows) yield csvLine(cellsOf(row));
  yield csvLine([]);
  for (const total of totals()) yield csvLine(total);
}

/** For machines: the first line is about the report, the last holds its totals; keys and values are those of the API. */
async function* jsonFile({ content, facts }: WrittenReport, rows: AsyncIterable<ReportRow>) {
  const { table, basis } = content;
  const { name, preset, tz, zone, campaign_ids, creative_ids, late } = facts;
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  yield line({ report: { name, preset, tz, zone, campaign_ids, creative_ids, ...basis, late } });
  for await (const row of rows)
    yield line(Object.fromEntries(table.columns.map(({ key }, i) => [key, row[i] ?? null])));
  yield line({ totals: table.totals() });
}
