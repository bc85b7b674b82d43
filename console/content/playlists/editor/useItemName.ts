/** What an item is called: its creative's name, or what it plays. */
import { useText } from '../../../kit/text/useText.ts';
import type { DraftItem } from './draftReducer.ts';

export function useItemName(): (item: Pick<DraftItem, 'creative' | 'widget' | 'content_kind'>) => string {
  const text = useText('playlists');
  return ({ creative, widget, content_kind }) =>
    creative?.name ??
    (widget === null ? text(`contentKinds.${content_kind ?? 'news'}`) : text(`widgets.${widget}`));
}
