/** Which items of a draft would play at a moment, and why the others would not. Pure. */
import type { LeftOut, PlaylistPreview } from '../../../../shared/contract/content/playlistCalls.ts';
import type { DocumentItem } from '../../../../shared/contract/playout/manifest.ts';
import { refusalOf, type Moment, type Refusal } from '../../../../shared/playout/rights.ts';

export type Reason = Refusal | LeftOut;
type Previewed = Pick<PlaylistPreview, 'document' | 'left_out'>;

/** The item of the draft that an item of the document was made of; local content makes several of one. */
export const draftIdOf = ({ id, turn }: Pick<DocumentItem, 'id' | 'turn'>) => turn ?? id;

/** Null: it plays. */
const refusalAt = (item: DocumentItem, moment: Moment): Refusal | null =>
  refusalOf(item, moment, item.duration_ms);

/** Of each item of the draft by its id. Local content plays as soon as one of its kind may. */
export function verdictsOf(
  ids: readonly string[],
  { document, left_out }: Previewed,
  moment: Moment,
): Map<string, Reason | null> {
  const missing = new Map(left_out.map(({ item_id, reason }) => [item_id, reason]));
  const made = new Map<string, (Refusal | null)[]>();
  for (const item of document.items) {
    const id = draftIdOf(item);
    made.set(id, [...(made.get(id) ?? []), refusalAt(item, moment)]);
  }
  return new Map(
    ids.map(id => {
      const refusals = made.get(id) ?? [];
      if (refusals.length === 0) return [id, missing.get(id) ?? 'no_content'];
      return [id, refusals.includes(null) ? null : refusals[0]!];
    }),
  );
}

export interface BesideVerdict {
  id: string;
  name: string;
  reason: Refusal | null;
}
/** Of the second zone, as it is published. */
export const besideVerdicts = ({ document }: Previewed, moment: Moment): BesideVerdict[] =>
  (document.beside?.items ?? []).map(item => ({
    ...{ id: item.id, name: item.name },
    reason: refusalAt(item, moment),
  }));
