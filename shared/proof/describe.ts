/** A report in words: the same sentences in the page, in the console and on the command line. Pure. */
import type { PROOF_FAULTS, ProofFault, ProofReport } from '../contract/proof/proof.ts';

export interface ReportTexts {
  holds: string;
  fails: string;
  facts: Record<Fact, string>;
  faults: Record<(typeof PROOF_FAULTS)[number] | 'checkpoints', string>;
}
const FACTS = [
  ...(['plays', 'quarantined', 'time_doubts', 'billed', 'disputed', 'credited'] as const),
  ...(['roots', 'devices', 'waiting', 'from', 'to', 'server_keys'] as const),
] as const;
type Fact = (typeof FACTS)[number];
/** Named where there are any. */
const IF_ANY: readonly Fact[] = ['time_doubts', 'billed', 'disputed', 'credited'];

export function faultText(
  { code, device_id, seq, last_seq, at }: ProofFault,
  texts: Pick<ReportTexts, 'faults'>,
): string {
  const template = texts.faults[code === 'checkpoint' && seq === undefined ? 'checkpoints' : code];
  const range = last_seq === undefined || last_seq === seq ? `${seq ?? ''}` : `${seq ?? ''}–${last_seq}`;
  const values: Record<string, string> = {
    device: device_id ?? '',
    seq: `${seq ?? ''}`,
    range,
    at: at ?? '',
  };
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

/** Label and value of each fact; of a file that cannot be read there is none. */
export function factsOf(report: ProofReport, texts: ReportTexts): [label: string, value: string][] {
  if (report.fault?.code === 'format') return [];
  return FACTS.flatMap(name => {
    const value = report[name];
    if (value === null || (value === 0 && IF_ANY.includes(name))) return [];
    return [[texts.facts[name], Array.isArray(value) ? value.join(', ') : `${value}`] as [string, string]];
  });
}
