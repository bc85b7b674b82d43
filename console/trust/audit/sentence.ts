/** An audit event as a sentence with the names of the things. */
import type { AuditEvent } from '../../../shared/contract/trust/audit.ts';
import type { Text } from '../../kit/text/useText.ts';

const NAMES_SHOWN = 3;
const isText = (value: unknown): value is string => typeof value === 'string';

/** One name, or some of those that were changed together. */
function nameOf({ detail }: AuditEvent, text: Text): string {
  const many = detail?.diff['screens']?.after;
  const names = Array.isArray(many) ? many.filter(isText) : [detail?.target_name].filter(isText);
  if (names.length === 0) return '';
  const list = names
    .slice(0, NAMES_SHOWN)
    .map(name => text('named', { name }))
    .join(', ');
  const rest = names.length - NAMES_SHOWN;
  return rest > 0 ? text('andMore', { names: list, count: rest, shown: String(rest) }) : list;
}

/** An action of another version has no words: it stands as the log calls it. */
export function sentenceOf(event: AuditEvent, text: Text): string {
  const { before, after } = event.detail?.diff['name'] ?? {};
  if (isText(before) && isText(after) && before !== '') return text('renamed', { before, after });
  const words = text(`did.${event.action}`, { name: nameOf(event, text), defaultValue: event.action });
  return words.replace(/\s+/g, ' ').trim();
}
