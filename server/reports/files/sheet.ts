/** A report as a file shows it: facts about it, heads, and cells that are texts or numbers. */
import type { ReportCell, ReportColumn, ReportSpec } from '../../../shared/contract/reports/report.ts';
import { createFormat } from '../../../shared/i18n/format.ts';
import type { ReportContent } from '../content/content.ts';
import type { ReportRow } from '../content/table.ts';

const MS = 1_000;
export interface ReportFacts extends Pick<
  ReportSpec,
  'preset' | 'tz' | 'language' | 'zone' | 'campaign_ids' | 'creative_ids'
> {
  name: string;
  /** Names of the filters, in the order of their ids. */
  campaigns: readonly string[];
  creatives: readonly string[];
  /** Plays of the period of the run before that came after it; null: there is none. */
  late: { plays: number; since: string } | null;
}
type Cell = string | number | null;
export interface Sheet {
  about: [label: string, value: Cell][];
  heads: string[];
  cellsOf: (row: ReportRow) => Cell[];
  /** Below the rows; asked for after the last one. */
  totals: () => [label: string, value: Cell][];
}

export function sheetOf({ table, basis, labels }: ReportContent, facts: ReportFacts): Sheet {
  const format = createFormat(facts.language, facts.tz);
  const inZone = (iso: string) => format.spreadsheetTime(iso);
  const dayOf = (iso: string, shiftMs = 0) => format.dayAt(Date.parse(iso) + shiftMs);
  const cell = (value: ReportCell, { kind }: ReportColumn): Cell => {
    if (value === null) return null;
    if (kind === 'length') return Number(value) / MS;
    if (kind === 'word') return labels(`words.${value}`);
    return kind === 'instant' ? inZone(String(value)) : value;
  };
  const head = ({ key, kind }: ReportColumn) => {
    const label = labels(`columns.${key}`);
    if (kind === 'instant') return labels('about.inZone', { label, tz: facts.tz });
    return kind === 'length' ? labels('about.inSeconds', { label }) : label;
  };
  const { expected } = basis;
  return {
    about: [
      [labels('about.report'), facts.name],
      [labels('about.preset'), labels(`presets.${facts.preset}`)],
      [labels('about.period'), labels('about.days', { from: dayOf(basis.from), to: dayOf(basis.to, -1) })],
      [labels('about.tz'), facts.tz],
      ...(facts.campaigns.length > 0 ? [line(labels('about.campaigns'), facts.campaigns.join('; '))] : []),
      ...(facts.creatives.length > 0 ? [line(labels('about.creatives'), facts.creatives.join('; '))] : []),
      ...(facts.zone === null ? [] : [line(labels('about.zone'), labels(`words.${facts.zone}`))]),
      [labels('about.asOf'), inZone(basis.as_of)],
      [labels('about.expected'), expectedText()],
      ...(facts.late === null
        ? []
        : [line(labels('about.late', { since: inZone(facts.late.since) }), facts.late.plays)]),
    ],
    heads: table.columns.map(head),
    cellsOf: row => table.columns.map((column, i) => cell(row[i] ?? null, column)),
    totals: () => {
      const { duration_ms, ...counts } = table.totals();
      const total = (key: string, value: number) =>
        line(labels('about.total', { label: labels(`columns.${key}`) }), value);
      return [
        ...Object.entries(counts).map(([key, value]) => total(key, value)),
        line(
          labels('about.inSeconds', {
            label: labels('about.total', { label: labels('columns.duration_ms') }),
          }),
          duration_ms / MS,
        ),
      ];
    },
  };

  function expectedText(): string {
    if (expected.screens === 0) return labels('about.nothingExpected');
    return labels('about.screensAway', {
      count: expected.screens,
      since: expected.since === null ? '–' : inZone(expected.since),
    });
  }
}
const line = (label: string, value: Cell): [string, Cell] => [label, value];
