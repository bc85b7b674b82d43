/** Local content as slides: what of a kind may play, now or at a time of its own. */
import type { ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import type { DocumentAsset } from '../../../shared/contract/playout/manifest.ts';
import type { ItemRights } from '../../../shared/contract/playout/schedule.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export interface ContentChoice extends Pick<ItemRights, 'starts_at' | 'ends_at' | 'near'> {
  content_item_id: string;
  name: string;
  asset: DocumentAsset;
  priority: number;
}

export const choicesOf = (_ctx: TransactionContext, _kind: ContentKind): Promise<ContentChoice[]> =>
  Promise.resolve([]);
