/** What the player's frame is sent, and what it says. */
import type { PlaylistPreview } from '../../../../shared/contract/content/playlistCalls.ts';
import type { ConfigDocument, PlaylistDocument } from '../../../../shared/contract/playout/manifest.ts';
import type { Moment } from '../../../../shared/playout/rights.ts';

export interface PreviewMessage {
  type: 'preview';
  document: PlaylistDocument;
  config: ConfigDocument;
  urls: Record<string, string>;
  moment: Moment;
}
export type PlayerMessage = { type: 'preview-ready' } | { type: 'preview-item'; index: number };

/** Of no screen in particular: its weather and its place are not known. */
export const momentAt = (at: number, tz: string): Moment => ({ at, tz, weather: null, place: null });

export const previewMessage = (
  name: string,
  { document, urls }: Pick<PlaylistPreview, 'document' | 'urls'>,
  moment: Moment,
): PreviewMessage => ({
  type: 'preview',
  document,
  config: { kind: 'config', name, orientation: 0, fit: 'contain', volume: 0, tz: moment.tz },
  urls,
  moment,
});

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
