/** The builder's unsaved work as it is kept on this device: creatives that the playlist has are left out, for it brings them. */
import type { FieldValues } from 'react-hook-form';
import type { PlaylistDetail } from '../../../../shared/contract/content/playlist.ts';
import type { DraftItem } from './draftReducer.ts';

interface KeptItem extends DraftItem {
  /** Of a creative that is left out. */
  creative_id: string | null;
}
/** `version`: of the playlist that it was changed from. */
export interface KeptItems {
  version: number;
  items: readonly DraftItem[];
}

const creativesOf = (playlist: Pick<PlaylistDetail, 'items'>) =>
  new Map(playlist.items.flatMap(({ creative }) => (creative ? [[creative.id, creative] as const] : [])));

export function packItems(
  { version, items }: KeptItems,
  playlist: Pick<PlaylistDetail, 'items'>,
): FieldValues {
  const known = creativesOf(playlist);
  const kept = items.map((item): KeptItem => {
    const isKnown = item.creative !== null && known.has(item.creative.id);
    return { ...item, creative: isKnown ? null : item.creative, creative_id: item.creative?.id ?? null };
  });
  return { version, items: kept };
}

/** Null where there is nothing that can be read. An item whose creative has left the playlist meanwhile is left out. */
export function unpackItems(
  values: FieldValues | null,
  playlist: Pick<PlaylistDetail, 'items'>,
): KeptItems | null {
  if (values === null || !Array.isArray(values['items'])) return null;
  const known = creativesOf(playlist);
  const items = (values['items'] as KeptItem[]).flatMap(({ creative_id, ...item }) => {
    const creative = item.creative ?? (creative_id === null ? null : (known.get(creative_id) ?? undefined));
    return creative === undefined ? [] : [{ ...item, creative }];
  });
  return { version: Number(values['version']), items };
}
