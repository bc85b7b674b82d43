/** What the player needs to show a draft: the documents it would get, made here, and addresses in place of its library. */
import { CHUNK_BYTES, shownFile } from '../../../../shared/contract/content/media.ts';
import type {
  ConfigDocument,
  DocumentAsset,
  PlaylistDocument,
} from '../../../../shared/contract/playout/manifest.ts';
import { lengthOf, type DraftItem } from './draftReducer.ts';

export interface PreviewMessage {
  type: 'preview';
  document: PlaylistDocument;
  config: ConfigDocument;
  urls: Record<string, string>;
}
export type PlayerMessage = { type: 'preview-ready' } | { type: 'preview-item'; index: number };

interface PreviewInput {
  playlist: { id: string; name: string };
  items: readonly DraftItem[];
  tz: string;
}

export const withCreative = (items: readonly DraftItem[]) =>
  items.flatMap(item => (item.creative === null ? [] : [{ ...item, creative: item.creative }]));

export function previewMessage({ playlist, items, tz }: PreviewInput): PreviewMessage {
  return {
    type: 'preview',
    document: {
      kind: 'playlist',
      playlist_id: playlist.id,
      version: 1,
      // What the server makes of local content and widgets is there only once it is published.
      items: withCreative(items).map(item => {
        const { sha256, bytes, mime } = shownFile(item.creative.asset);
        return {
          id: item.key,
          creative_id: item.creative.id,
          kind: item.creative.kind,
          name: item.creative.name,
          // Nothing is verified in a preview, so the list of chunks is never asked for.
          asset: {
            sha256,
            bytes,
            mime: mime as DocumentAsset['mime'],
            chunk_bytes: CHUNK_BYTES,
            chunks_sha256: sha256,
          },
          duration_ms: lengthOf(item),
          transition: item.transition,
          fit: item.fit,
          weight: item.weight,
        };
      }),
    },
    config: { kind: 'config', name: playlist.name, orientation: 0, fit: 'contain', volume: 0, tz },
    urls: Object.fromEntries(
      withCreative(items).map(({ creative: { asset } }) => [shownFile(asset).sha256, asset.url]),
    ),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Only what our own frame says, in the words we know. */
export function parsePlayerMessage(
  event: Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>,
  frame: Window | null,
  origin: string,
): PlayerMessage | null {
  const { data } = event;
  if (event.origin !== origin || event.source !== frame || frame === null || !isRecord(data)) return null;
  if (data.type === 'preview-ready') return { type: 'preview-ready' };
  if (data.type === 'preview-item' && typeof data.index === 'number')
    return { type: 'preview-item', index: data.index };
  return null;
}
